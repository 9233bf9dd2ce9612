"""What an experiment is: who is compared, on which boards, from which seeds. Data, and nothing else."""

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, asdict, dataclass, field, fields, replace
from difflib import get_close_matches
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from ..base.errors import ExperimentError, MinesolverError
from ..base.files import read_file
from ..base.registry import unknown
from ..engine import ENGINES
from ..game import Rules, rules_of
from ..game.board_sizes import SIZE, parse_size, size_text
from ..game.series import Series
from ..players import PLAYERS
from ..players.from_file import SUFFIX
from . import digests
from .digests import SAVED

PATH = Rules("none", "continue", "explore", "cascade")
"""The game that positions are taken from: mines hit are knowledge, so that boards open to the end."""
POSITIONS = ("snapshots", "stuck")
ENGINE = "engine:"
"""Before an engine's name: the player that opens what the engine proves safe, else its best cell."""


@dataclass(frozen=True)
class Setting:
    """Boards of one size, mine count and rules.

    rules: Rules of the games; of positions, which have their own, those of the board alone
    file: The boards are those of a file, whatever their size
    layers: Sizes before rows and columns
    """

    rows: int
    cols: int
    mines: int
    rules: str = ""
    file: str = ""
    layers: tuple[int, ...] = ()

    @property
    def label(self) -> str:
        """The words for it in tables; unique within an experiment."""
        if self.file:
            return self.file
        size = size_text(*self.layers, self.rows, self.cols, self.mines)
        return f"{size} {self.rules}" if self.rules else size

    @property
    def board(self) -> str:
        """The geometry and rules of the boards."""
        return rules_of(self.rules).board if self.rules else "square"

    def series(self, policy: str, seed: int = 0) -> Series:
        """The games of a policy."""
        return Series(
            policy, self.rows, self.cols, self.mines, rules_of(self.rules), seed, None, self.layers
        )


@dataclass(frozen=True)
class Contender:
    """A solver from outside, by name: a Python function, a command or a player; one of them.

    adapter: ``FILE.py:FUNCTION``
    command: The words of a command
    player: ``FILE.py``, which has a class ``Player`` or ``MinesweeperAI``; or ``optimal:FILE``
    digest: Of its files, see :mod:`.digests`: results of other files are those of another contender
    """

    name: str
    adapter: str = ""
    command: tuple[str, ...] = ()
    player: str = ""
    digest: str = ""


_Check = tuple[Callable[[Any], bool], str]
"""Whether a value is good, and the message where it is not, with {name} and {value}."""


def _is_positive(value: float) -> bool:
    return value > 0


def _is_share(value: float) -> bool:
    return 0 <= value <= 1


def _is_seed(value: int) -> bool:
    return 0 <= value < 2**31


def _is_kind_of_position(value: str) -> bool:
    return value in POSITIONS


def _is_anything(value: Any) -> bool:
    return True


_ANY: _Check = (_is_anything, "")
_POSITIVE: _Check = (_is_positive, "{name} must be positive, not {value}")
_SHARE: _Check = (_is_share, "a density is a share of the cells, 0 to 1, not {value:g}")
_SEED: _Check = (_is_seed, f"seeds are numbers from 0 to {2**31 - 1}, not {{value}}")
_KIND: _Check = (_is_kind_of_position, f"positions is {' or '.join(POSITIONS)}, not {{value!r}}")


def _option(
    default: Any, help: str, metavar: str = "N", check: _Check | None = None, item_type: Any = None
) -> Any:
    """A field that the command has an option for.

    help, metavar: As ``--help`` shows them
    check: What its value, or each of its values, must be; by default numbers are positive
    item_type: Their type, where the default does not have one of them
    """
    is_number = isinstance(default, (int, float)) and not isinstance(default, bool)
    if item_type is None:
        item_type = str if isinstance(default, tuple) else type(default)
    if check is None:
        check = _POSITIVE if is_number else _ANY
    return field(
        default=default,
        metadata={"help": help, "metavar": metavar, "check": check, "item_type": item_type},
    )


@dataclass(frozen=True)
class Experiment:
    """Every number that results depend on: two runs of equal experiments give equal results, times apart.
    What each field means is its ``metadata["help"]``, which ``minesolver bench run --help`` shows.

    contenders: Solvers from outside; ``players`` and ``engines`` name them
    Raises ExperimentError: what is described cannot be run.
    """

    name: str = "experiment"
    seeds: tuple[int, ...] = _option(
        (1,), "seeds, each with its own games and positions", "S", _SEED, item_type=int
    )
    boards: tuple[str, ...] = _option(
        (), "sizes, such as 16x30/99, or beginner, intermediate, expert", SIZE
    )
    sizes: tuple[str, ...] = _option((), "sizes, each with every density", "ROWSxCOLS")
    densities: tuple[float, ...] = _option(
        (), "mines over cells, 0 to 1", "D", _SHARE, item_type=float
    )
    rules: tuple[str, ...] = _option(
        ("safe",), "rules of the games, or boards', as hex,liar", "RULE"
    )
    players: tuple[str, ...] = _option(
        (), "who plays: policies, engine:NAME, or FILE.py with a player", "NAME"
    )
    games: int = _option(100, "games for each player, board, rule and seed")
    judged: bool = _option(
        False, "judge each opened cell: safe cells missed, risk above the least, late regret"
    )
    engines: tuple[str, ...] = _option(
        (), "who is asked about positions of the exact player's games", "NAME"
    )
    position_games: int = _option(20, "games for each board that positions are taken from")
    fast: bool = _option(
        False, "the core plays whole games: faster, but no score, no time per move"
    )
    positions: str = _option(
        "snapshots",
        "at even shares of a game known, or where nothing is proved safe",
        "|".join(POSITIONS),
        _KIND,
    )
    survive: bool = _option(
        False, "positions without known mines, for engines that do not take them"
    )
    snapshots: int = _option(8, "at most so many positions from each game", "K")
    files: tuple[str, ...] = _option(
        (), "files of boards that the engines are asked about too", "FILE"
    )
    seconds: float = _option(10.0, "limit of one analysis of our engines", "S")
    timeout: float = _option(
        120.0, "limit of one game, or of an engine at one game's positions", "S"
    )
    states: int = _option(200_000, "states that the exact analysis of a position may store")
    contenders: tuple[Contender, ...] = ()

    def __post_init__(self) -> None:
        for option in OPTIONS:
            self._check_value(option)
        if not self.seeds:
            raise ExperimentError("seeds are numbers, one at least")
        if self.fast and self.judged:
            raise ExperimentError(
                "games that the core plays whole cannot be judged: not fast and judged"
            )
        if not self.players and not self.engines:
            raise ExperimentError("no contenders: set players, engines, or both")
        if self.densities and not self.sizes:
            raise ExperimentError("densities need sizes (ROWSxCOLS) too")
        has_boards = (
            self.boards or (self.sizes and self.densities) or (self.files and not self.players)
        )
        if not has_boards:
            raise ExperimentError(f"no boards: give boards ({SIZE}), or sizes and densities")
        self._check_contenders()
        self._check_names()
        self._check_games()

    def _check_value(self, option: Field[Any]) -> None:
        """Each value of an option is one that it can have, and none is there twice."""
        option_value = getattr(self, option.name)
        option_items = option_value if isinstance(option_value, tuple) else (option_value,)
        is_good, message = option.metadata["check"]
        for option_item in option_items:
            if not is_good(option_item):
                raise ExperimentError(message.format(name=option.name, value=option_item))
            if option_items.count(option_item) > 1 and option.name not in (
                "boards",
                "sizes",
                "densities",
            ):
                raise ExperimentError(f"{option_item!r} is named twice")

    def _check_contenders(self) -> None:
        """Each solver from outside is one thing, under a name of its own."""
        contender_names = [contender.name for contender in self.contenders]
        for contender in self.contenders:
            if sum(map(bool, (contender.adapter, contender.command, contender.player))) != 1:
                raise ExperimentError(
                    f"contender {contender.name!r} needs an adapter, a command or a player, one of them"
                )
            if contender_names.count(contender.name) > 1 or contender.name in (
                *PLAYERS.names(),
                *ENGINES.names(),
            ):
                raise ExperimentError(f"the name {contender.name!r} of a contender is taken")

    def _check_names(self) -> None:
        """All players and engines are known."""
        for name in self.players:
            engine_name = name.removeprefix(ENGINE)
            contender = self.contender(engine_name)
            if contender is not None and (engine_name == name or not contender.player):
                continue
            if name.startswith(ENGINE):
                ENGINES.get(engine_name)
            elif name not in PLAYERS:
                raise unknown("player", name, PLAYERS.names(), f", or {ENGINE}NAME of an engine")
        for name in self.engines:
            contender = self.contender(name)
            if contender is None:
                ENGINES.get(name)
            elif contender.player:
                raise ExperimentError(
                    f"{name} is a player, which no engine can be: name it under players"
                )

    def _check_games(self) -> None:
        """All games can be played, and all contenders take their boards."""
        for setting, name in product(self.settings, self.players):
            setting.series(name if name in PLAYERS else "safest").check()
        for setting in self.position_settings:
            if not setting.file:
                rules = replace(PATH, board=setting.board)
                rules.check(setting.rows, setting.cols, setting.mines, setting.layers)
        if all(rules_of(name).board == "square" for name in self.rules):
            return

        # Under rules of the board: files of players know for themselves what they play.
        for name in (*self.engines, *(player for player in self.players if player not in PLAYERS)):
            contender = self.contender(name)
            if contender is not None and contender.player:
                continue
            if contender is not None or ENGINES.get(name.removeprefix(ENGINE)).subjects == "boards":
                raise ExperimentError(
                    f"{name} takes square boards with Minesweeper's own clues only"
                )

    @property
    def shapes(self) -> list[Setting]:
        """Every board, without rules."""
        sizes = [parse_size(board) for board in self.boards]
        for size in self.sizes:
            *shape, _ = parse_size(f"{size}/0")
            for density in self.densities:
                sizes.append((*shape, round(density * prod(shape))))
        settings = []
        for *layers, rows, cols, mines in dict.fromkeys(sizes):
            settings.append(Setting(rows, cols, mines, layers=tuple(layers)))
        return settings

    @property
    def settings(self) -> list[Setting]:
        """What players play: every board under every rule."""
        return [replace(shape, rules=rules) for shape in self.shapes for rules in self.rules]

    @property
    def position_settings(self) -> list[Setting]:
        """What engines are asked about."""
        if not self.engines:
            return []
        board_rules = dict.fromkeys(rules_of(name).board for name in self.rules)
        settings = []
        for shape in self.shapes:
            for board in board_rules:
                settings.append(replace(shape, rules="" if board == "square" else board))
        for file in self.files:
            settings.append(Setting(0, 0, 0, "", file))
        return settings

    def nominal(self, setting: Setting) -> float | None:
        """The density that a setting only comes near; ``None`` for boards given by their size."""
        if setting.file:
            return None
        cells = setting.rows * setting.cols
        for density in self.densities:
            if round(density * cells) == setting.mines:
                return density
        return round(setting.mines / cells, 3)

    def contender(self, name: str) -> Contender | None:
        """The solver from outside of a name; ``None``: a player or an engine of this package."""
        for contender in self.contenders:
            if contender.name == name.removeprefix(ENGINE):
                return contender
        return None

    def digest(self, name: str) -> str:
        """The digest of a contender's files; empty: it is of this package."""
        contender = self.contender(name)
        return "" if contender is None else contender.digest

    def json(self) -> str:
        """The whole description in one line, which :func:`from_json` reads."""
        return json.dumps(asdict(self))


OPTIONS = tuple(option_field for option_field in fields(Experiment) if option_field.metadata)
"""What an experiment can be given by options: all fields but its name and the solvers from outside."""


def from_json(text: str) -> Experiment:
    """The experiment that :meth:`Experiment.json` wrote, whether or not its files are still there."""
    return from_mapping(json.loads(text), None)


def from_mapping(description: Mapping[str, Any], folder: Path | None = Path()) -> Experiment:
    """An experiment from plain data, as TOML or JSON has it.

    description: The fields of :class:`Experiment`; ``contender``: tables as :class:`Contender`
    folder: Where relative files are looked for; ``None``: nowhere, they are taken as they are
    Raises ExperimentError: what is described cannot be run.
    """
    # Fields by their names; a seed alone is a list of one, and contenders are tables.
    field_values = dict(description)
    contender_tables = field_values.pop("contenders", ())
    contender_tables = field_values.pop("contender", contender_tables)
    if type(field_values.get("seed")) is int:
        field_values["seeds"] = [field_values.pop("seed")]
    fields_by_name = Experiment.__dataclass_fields__
    for field_name in field_values:
        if field_name not in fields_by_name:
            similar_names = get_close_matches(field_name, fields_by_name, 1)
            hint_text = (
                f"; did you mean {similar_names[0]!r}?"
                if similar_names
                else f"; known: {', '.join(fields_by_name)}"
            )
            raise ExperimentError(f"an experiment has no {field_name!r}{hint_text}")
        field_values[field_name] = _typed(field_name, field_values[field_name])

    # Solvers from outside: those of tables, then players that are named by their files.
    if not isinstance(contender_tables, (list, tuple)) or not all(
        isinstance(table, Mapping) for table in contender_tables
    ):
        raise ExperimentError(
            "contenders are tables: [[contender]] with name, and adapter, command or player"
        )
    contenders = [_contender(table, folder) for table in contender_tables]
    for table in _player_files(field_values.get("players", ()), contenders):
        contenders.append(_contender(table, folder))

    # Files of boards lie where the experiment's own file does.
    if folder is not None:
        field_values["files"] = tuple(str(folder / file) for file in field_values.get("files", ()))
        for file in field_values["files"]:
            if not Path(file).is_file():
                raise ExperimentError(
                    f"no board file {file} (an experiment takes boards from files, which its results name)"
                )
    return Experiment(**field_values, contenders=tuple(contenders))


def _player_files(players: Iterable[str], contenders: Iterable[Contender]) -> list[dict[str, str]]:
    """Tables of the players that are named by their files, where no contender has the name."""
    known_names = {contender.name for contender in contenders}
    contender_tables = []
    for player_name in players:
        if (
            (player_name.endswith(SUFFIX) or player_name.startswith(SAVED))
            and not player_name.startswith(ENGINE)
            and player_name not in known_names
        ):
            contender_tables.append({"name": player_name, "player": player_name})
    return contender_tables


def load(path: Path, over: Mapping[str, Any] | None = None) -> Experiment:
    """The experiment of a TOML file. Files that it names are relative to it.

    path: The file; its name is the experiment's where it gives none
    over: Fields that override the file's
    Raises ExperimentError: the file describes none that can be run.
    """
    try:
        description = tomllib.loads(read_file(path, ExperimentError).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ExperimentError(f"{path}: not TOML: {error}") from None
    try:
        # Files of the options are where the command is called, not beside the TOML file.
        options = dict(over or {})
        if "files" in options:
            options["files"] = [str(Path(file).resolve()) for file in options["files"]]
        if tables := _player_files(options.get("players", ()), ()):
            resolved = [table | {"player": _resolved(table["player"])} for table in tables]
            options["contender"] = [*description.get("contender", ()), *resolved]
        return from_mapping({"name": path.stem} | description | options, path.parent)
    except MinesolverError as error:
        raise ExperimentError(f"{path}: {error}") from None


def _resolved(player: str) -> str:
    """A player's file by its whole path."""
    prefix = SAVED if player.startswith(SAVED) else ""
    return prefix + str(Path(player.removeprefix(prefix)).resolve())


_TYPES = {
    int: ("a whole number", "a list of whole numbers"),
    float: ("a number", "a list of numbers"),
    bool: ("true or false", ""),
    str: ("a text", "a list of strings"),
}
"""What a value of a field of this type is, alone and in a list, in words."""


def _typed(name: str, value: Any) -> Any:
    """The value, in the type of its field. Raises :class:`ExperimentError`."""
    option = Experiment.__dataclass_fields__[name]
    item_type = option.metadata.get("item_type", str)
    is_list = isinstance(option.default, tuple)
    items = value if is_list else [value]
    allowed_types = (int, float) if item_type is float else (item_type,)
    if not isinstance(items, (list, tuple)) or any(
        type(item) not in allowed_types for item in items
    ):
        raise ExperimentError(f"{name} is {_TYPES[item_type][is_list]}, not {value!r}")
    converted = tuple(map(item_type, items))
    return converted if is_list else converted[0]


def _contender(table: Mapping[str, Any], folder: Path | None) -> Contender:
    """A solver from outside; its file is looked for in the folder, if there is one."""
    known_keys = {"name", "adapter", "command", "player"}
    if folder is None:  # as it was written down, digest and all
        known_keys.add("digest")
    unknown_keys = sorted(set(table) - known_keys)
    name = table.get("name")
    if unknown_keys or not name or not isinstance(name, str):
        problem = f"no {unknown_keys[0]!r}" if unknown_keys else "a name"
        raise ExperimentError(
            f"a contender has {problem}; it has name, and adapter, command or player"
        )

    command = table.get("command") or ()
    if isinstance(command, str) or not all(isinstance(word, str) for word in command):
        raise ExperimentError(
            f'the command of {name!r} is a list of words, as ["solver", "--json"]'
        )
    adapter = table.get("adapter") or ""
    player = table.get("player") or ""
    digest = table.get("digest") or ""
    if adapter:
        file, colon, function = adapter.rpartition(":")
        if not colon or not function.isidentifier():
            raise ExperimentError(f"the adapter of {name!r} is FILE.py:FUNCTION, not {adapter!r}")
    if folder is None:
        return Contender(name, adapter, tuple(command), player, digest)

    # Its files by their whole paths, and what they are now.
    if adapter:
        adapter = f"{_existing(folder / file, f'the adapter of {name!r}')}:{function}"
    if player:
        prefix = SAVED if player.startswith(SAVED) else ""
        player_path = folder / player.removeprefix(prefix)
        player = f"{prefix}{_existing(player_path, f'the player {name!r}')}"
    contender = Contender(name, adapter, tuple(command), player)
    return replace(contender, digest=digests.of_contender(contender))


def _existing(path: Path, subject: str) -> Path:
    """The whole path of a file. Raises ExperimentError: there is none; ``subject`` begins the message."""
    if not path.is_file():
        raise ExperimentError(f"{subject}: no file {path.resolve()}")
    return path.resolve()
