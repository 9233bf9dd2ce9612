"""The JSON API of the page, through a real server on a free port of this machine."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from fractions import Fraction
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import oracle
import pytest
from command import without_module
from patience import PATIENCE, until
from videos import evf

import minesolver as ms
from minesolver.cli import main
from minesolver.game import Game, Rules
from minesolver.game.generate import generate
from minesolver.policy import Policy, Search

httpx = pytest.importorskip("httpx")
uvicorn = pytest.importorskip("uvicorn")
pytest.importorskip("starlette")

from minesolver.extras.web import app as web_app  # noqa: E402
from minesolver.extras.web import create_app  # noqa: E402
from minesolver.extras.web import page as web_page  # noqa: E402
from minesolver.extras.web.answers import answer  # noqa: E402
from minesolver.extras.web.page import STATIC  # noqa: E402
from minesolver.game.grade import played_on  # noqa: E402

pytestmark = pytest.mark.usefixtures("forked_workers")
BOARD = {"board": "1###\n#2#1\n####", "mines": 3}
GRID = [[1, -1, -1, -1], [-1, 2, -1, 1], [-1, -1, -1, -1]]


class Running:
    """A server in a thread, and a client for it."""

    def __init__(self, seconds=PATIENCE, **options):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.listen()  # who asks before the server is there waits
        config = uvicorn.Config(create_app(seconds=seconds, **options), log_level="warning")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]})
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.client = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def post(self, question, **body):
        return self.client.post(f"/api/{question}", json=body)

    def ask(self, question, **body):
        response = self.post(question, **body)
        assert response.status_code == 200, response.text
        return response.json()

    def stop(self):
        self.client.close()
        self.server.should_exit = True
        self.thread.join()


@pytest.fixture(scope="module")
def server():
    running = Running(workers=1)
    yield running
    running.stop()


def hard_board(size=40):
    """Clues two apart: every hidden cell is shared, so the count is as wide as the board."""
    layout = {(r, c) for r in range(size) for c in range(size) if (r * 7 + c * 13 + r * c) % 10 < 3}
    rows = [["#"] * size for _ in range(size)]
    for r in range(1, size, 2):
        for c in range(1, size, 2):
            if (r, c) not in layout:
                rows[r][c] = str(sum(cell in layout for cell in oracle.around(r, c, size, size)))
    return {"board": "\n".join("".join(row) for row in rows)}


# --- the questions of the engine protocol ---


@pytest.mark.parametrize(("mines", "density"), [(2, None), (3, None), (None, None), (None, "1/5")])
def test_an_analysis_is_that_of_the_protocol(server, mines, density):
    count, expected = oracle.marginals(GRID, mines, density)
    answer = server.ask("analyse", **BOARD | {"mines": mines, "density": density, "cell": [1, 2]})
    assert answer["is_exact"]
    assert answer["solutions"] == str(count)
    for (r, c), probability in expected.items():
        assert answer["probability"][r][c] == pytest.approx(float(probability), abs=1e-12)
        assert ([r, c] in answer["safe"]) == (probability == 0)
    assert Fraction(answer["about"]["exact"]) == expected[1, 2]


def test_a_proof_comes_in_steps_that_rest_on_earlier_ones(server):
    proof = server.ask("analyse", board="1#\n1#\n1#", cell=[0, 1])["about"]["proof"]
    assert proof[-1]["cell"] == [0, 1]
    assert proof[-1]["text"].endswith("(0,1) is safe.")
    for step in proof:
        assert step["clues"]
        assert all(clue in [[0, 0], [1, 0], [2, 0]] for clue in step["clues"])


def test_a_contradiction_names_the_clues_in_conflict(server):
    error = server.post("analyse", board="3#0\n###\n###").json()["error"]
    assert (error["kind"], error["clues"]) == ("inconsistent", [[0, 0], [0, 2]])
    error = server.post("analyse", board="3##\n###\n###", mines=2).json()["error"]
    assert (error["clues"], error["mine_count_needed"]) == ([[0, 0]], True)


def test_every_player_moves_and_moves_are_graded(server):
    for policy in ("strongest", "advanced", "uniform_random"):
        move = server.ask("best_move", board="1#\n##", mines=1, policy=policy)
        assert move["policy"] == policy
        assert move["cell"] in [[0, 1], [1, 0], [1, 1]]
    assert server.ask("grade", board="1#\n##", mines=1, cell=[0, 1])["regret"]["exact"] == "0"
    board = server.ask("generate", rows=9, cols=9, mines=10, seed=3, no_guess=True)
    assert "".join(board["board"]).count("*") == 10


def test_boards_under_rules_are_analysed(server):
    answer = server.ask("analyse", rules="hex,liar", board="#1##\n ##2#\n2###\n #1##", mines=4)
    assert int(answer["solutions"]) > 0
    assert server.post("analyse", rules="hex", board="\n".join(["#" * 40] * 40)).status_code == 413


# --- text ---

TEXTS = {
    "canonical": "2x3x1\n1##\n1##",
    "mine": "3x2x1\n1HH\n1HH",
    "json": '{"board": ["1##", "1##"], "mines": 1}',
}


@pytest.mark.parametrize("name", ["canonical", "mine", "json"])
def test_text_of_a_format_is_read(server, name):
    expected = {"rows": ["1##", "1##"], "mines": 1, "density": None}
    (board,) = server.ask("read", text=TEXTS[name])["boards"]
    assert board.pop("read", []) == (["H as hidden"] if name == "mine" else [])
    assert board == expected
    data = base64.b64encode(TEXTS[name].encode()).decode()
    assert server.ask("read", data=data, name="board.txt", format=name)["boards"] == [expected]


def test_what_is_no_board_is_refused_with_its_place(server):
    response = server.post("read", text="1##\n1¿#")
    assert response.status_code == 422
    error = response.json()["error"]
    assert (error["kind"], error["line"], error["column"]) == ("board", 2, 2)
    for body in (
        {},
        {"text": "1#", "data": "MSM="},
        {"data": "no base64!"},
        {"data": base64.b64encode(b"\xff\xfe\x00").decode(), "name": "x.bin"},
        {"text": ""},
    ):
        assert server.post("read", **body).status_code == 422


def test_a_layout_file_opens_as_its_layout(server):
    """An .mbf: 3 columns, 2 rows, 1 mine at x 2, y 0; other bytes are refused."""
    data = base64.b64encode(bytes([3, 2, 0, 1, 2, 0])).decode()
    answer = server.ask("read", data=data, name="board.mbf")
    assert answer["layout"] == {"rows": 2, "cols": 3, "mines": 1, "layout": [[0, 2]]}
    broken = base64.b64encode(bytes([3, 2, 0])).decode()
    assert server.post("read", data=broken, name="board.mbf").status_code == 422


# --- games ---


def truth(first=(4, 4)):
    game = Game(9, 9, 10, Rules("zero"), seed=5)
    game.open(first)
    return game


def test_games_played_on_from_a_guess_win_what_the_best_play_wins_where_little_is_left():
    board = ms.Board.parse("3x3x4\n1##\n###\n##2")
    recommendation = ms.recommend(board)
    assert recommendation.exact
    cells = [candidate.cell for candidate in recommendation.candidates]
    for share, candidate in zip(
        played_on(ms.analyze(board), cells).mean(axis=1), recommendation.candidates, strict=True
    ):
        assert abs(share - float(candidate.exact)) < 4.5 * 0.5 / 128**0.5


def test_whatever_is_dropped_is_read(server):
    read = server.ask("read", text="11\n##\n\n1#\n##")
    assert [board["rows"] for board in read["boards"]] == [["11", "##"], ["1#", "##"]]
    game = (
        '{"rows": 1, "cols": 4, "mines": 1, "layout": [[0, 1]]}\n{"cell": [0, 3]}\n{"cell": [0, 1]}'
    )
    read = server.ask("read", text=game)
    assert read["kind"] == "replay"
    assert [step["cells"] for step in read["replay"]["steps"]] == [[[0, 3]], [[0, 1]]]
    data = base64.b64encode(bytes([3, 2, 0, 1, 2, 0])).decode()
    read = server.ask("read", data=data, name="board.mbf")
    assert read["layout"] == {"rows": 2, "cols": 3, "mines": 1, "layout": [[0, 2]]}
    for name in ("game.avf", "game.evf"):
        assert (
            server.post("read", data=base64.b64encode(b"nonsense").decode(), name=name).status_code
            == 422
        )


def test_a_video_of_another_program_is_a_replay(server, tmp_path):
    layout = next(generate(9, 9, 10, (4, 4), no_guess=False, seed=5)).layout
    bomb = min(layout.mine_cells)
    file = evf(tmp_path, layout, [[4, 4, "l"], [*bomb, "l"]])
    source = {"data": base64.b64encode(file.read_bytes()).decode(), "name": "my game.evf"}
    answer = server.ask("read", **source)
    assert answer["kind"] == "replay"
    assert [step["cells"] for step in answer["replay"]["steps"]] == [[[4, 4]], [list(bomb)]]
    assert answer["replay"]["source"].startswith("my game.evf")


def test_a_screenshot_is_read_as_its_board(server):
    pytest.importorskip("PIL")
    from minesolver.io.pictures import png

    board = ms.Board(truth().board.grid, 10)
    data = base64.b64encode(png(board)).decode()
    answer = server.ask("read", data=data, name="shot.png")
    assert answer["boards"][0]["rows"] == str(board).split("\n")[1:]
    assert (
        server.post("read", data=base64.b64encode(b"no picture").decode(), name="x.png").status_code
        == 422
    )


def test_of_a_picture_with_two_boards_either_is_read(server, two_boards):
    picture, grids = two_boards
    sent = {"data": base64.b64encode(picture).decode(), "name": "two.png"}
    both = server.ask("read", **sent)["picture"]
    assert both["doubtful"]
    assert [board["size"] for board in both["boards"]] == [[9, 9], [9, 9]]
    for number, grid in enumerate(grids, 1):
        answer = server.ask("read", **sent, board=number)
        assert answer["picture"]["board"] == number
        assert not answer["picture"]["doubtful"]
        assert answer["boards"][0]["rows"] == str(ms.Board(grid)).split()
    assert "no board 3 in this picture" in server.post("read", **sent, board=3).text
    assert server.post("read", **sent, board="2").status_code == 422


def test_a_picture_is_read_with_the_size_that_is_given(server, two_boards):
    picture, grids = two_boards
    sent = {"data": base64.b64encode(picture).decode(), "name": "two.png"}
    answer = server.ask("read", **sent, board=1, shape=[9, 9])
    assert answer["boards"][0]["rows"] == str(ms.Board(grids[0])).split()
    refusal = server.post("read", **sent, board=1, shape=[16, 30])
    assert "no board of 16x30 in this picture" in refusal.text
    for shape in ("9x9", [9], [0, 9], [9, 9.5], [9, True]):
        refusal = server.post("read", **sent, shape=shape)
        assert refusal.status_code == 422
        assert "shape is rows and columns" in refusal.text


# --- refusals ---


@pytest.mark.parametrize(
    ("question", "body", "status", "kind"),
    [
        ("analyse", {}, 422, "request"),
        ("analyse", {"board": ""}, 422, "board"),
        ("analyse", {"board": "#", "mines": 1.5}, 422, "request"),
        ("analyse", {"board": "hello there"}, 422, "board"),
        ("analyse", {"board": "1#\n#"}, 422, "board"),
        ("analyse", {"board": "##", "mines": 3}, 422, "board"),
        ("analyse", {"board": "##", "mines": -1}, 422, "board"),
        ("analyse", {"board": "##", "density": "2"}, 422, "board"),
        ("analyse", {"board": "##", "density": "abc"}, 422, "board"),
        ("analyse", {"board": "##", "mines": 1, "density": "1/2"}, 422, "board"),
        ("analyse", {"board": "##", "engine": "oracle"}, 422, "name"),
        ("analyse", {"board": "##", "more": 1}, 422, "request"),
        ("analyse", {"board": "\n".join(["#" * 200] * 200)}, 413, "too-large"),
        ("read", {"text": "#" * 500_000}, 413, "too-large"),
        ("read", {"text": "\n".join(["#" * 150] * 150)}, 413, "too-large"),
        ("read", {"text": "##", "format": "runes"}, 422, "name"),
        ("analyse", {"board": "##", "cell": [1, 0]}, 422, "board"),
        ("best_move", {"board": "##", "policy": "mystic"}, 422, "name"),
        ("best_move", {"board": "##", "policy": "optimal:/etc/passwd"}, 422, "request"),
        ("generate", {"rows": 2, "mines": -1, "unique": True}, 422, "rule"),
    ],
)
def test_wrong_and_huge_requests_are_refused_in_one_sentence(server, question, body, status, kind):
    response = server.post(question, **body)
    error = response.json()["error"]
    assert (response.status_code, error["kind"]) == (status, kind)
    assert error["message"]
    assert "\n" not in error["message"]
    assert server.ask("analyse", **BOARD)["is_exact"]  # and the server goes on


def test_an_impossible_clue_is_shown_on_its_cell(server):
    error = server.post("analyse", board="##\n4#").json()["error"]
    assert (error["line"], error["column"]) == (2, 1)


def test_bodies_that_are_no_json_or_too_long(server):
    headers = {"content-type": "application/json"}
    assert server.client.post("/api/analyse", content=b"{", headers=headers).status_code == 400
    long = server.client.post("/api/analyse", content=b" " * 2_000_000, headers=headers)
    assert long.status_code == 413
    assert long.json()["error"]["kind"] == "too-large"
    assert server.client.get("/api/nothing").status_code == 404
    assert server.client.get("/api/analyse").status_code == 405


def test_time_is_limited_and_the_answer_says_so(monkeypatch):
    monkeypatch.setattr(web_app, "_GRACE", PATIENCE)  # in which a busy machine gets its answer out
    running = Running(workers=1, seconds=1e-3)
    try:
        answer = running.ask("analyse", **hard_board())
        assert answer["is_exact"] is False
        assert "limit" in answer["note"]
        stopped = running.post("analyse", **hard_board(), engine="elimination")
        assert stopped.status_code == 503
        assert stopped.json()["error"]["kind"] == "limit"
    finally:
        running.stop()


def test_after_an_upgrade_all_is_of_the_new_version(monkeypatch):
    running = Running(workers=1)
    try:
        first_document = running.client.get("/").text
        old_pools = running.server.config.app.state.pools
        stamp = web_page.code_stamp()
        monkeypatch.setattr(web_app, "_DOCUMENT_SECONDS", PATIENCE)
        monkeypatch.setattr(web_app, "code_stamp", lambda: stamp + 1)
        assert running.client.get("/").text == first_document
        new_pools = running.server.config.app.state.pools
        assert not set(old_pools) & set(new_pools)
        assert running.client.get("/").text == first_document
        assert running.server.config.app.state.pools is new_pools
        assert running.client.get("/static/app.js").text == web_page.script("app.js")
        assert running.client.get("/static/nothing.js").status_code == 404
        assert running.ask("analyse", **BOARD)["is_exact"]
    finally:
        running.stop()


def test_the_document_is_that_of_the_files(monkeypatch, tmp_path):
    folder = tmp_path / "web" / "static"
    shutil.copytree(STATIC, folder, ignore=shutil.ignore_patterns("solver"))
    monkeypatch.setattr(web_page, "STATIC", folder)
    first_document = web_page.page(server=True)
    assert web_page.page(server=True) is first_document
    first_script = web_page.script("languages.js")
    assert web_page.script("languages.js") is first_script
    first_build = web_page.build()
    assert first_build in first_document
    (folder / "languages.js").write_text((folder / "languages.js").read_text() + "// upgraded\n")
    os.utime(folder / "languages.js", (1.9e9, 1.9e9))
    assert web_page.script("languages.js").count("// upgraded") == 1
    assert web_page.build() != first_build
    assert "texts-" not in first_document  # one language is loaded, and which one the browser knows
    text = (folder / "index.html").read_text().replace("<title>minesolver", "<title>upgraded")
    (folder / "index.html").write_text(text)
    os.utime(folder / "index.html", (2e9, 2e9))
    assert "<title>upgraded" in web_page.page(server=True)


@pytest.mark.parametrize(
    ("languages", "code"),
    [("de-AT,de;q=0.9", "de"), ("fr, ZH-Hans;q=0.8", "zh"), ("../x", "en"), ("", "en")],
)
def test_the_words_of_the_browser_s_language_come_beside_the_page(server, languages, code):
    answer = server.client.get("/", headers={"accept-language": languages})
    assert answer.headers["link"] == f"<static/texts-{code}.js>; rel=modulepreload"


def test_small_questions_are_answered_while_two_large_boards_are_counted():
    running = Running(workers=2)
    try:
        with ThreadPoolExecutor(2) as pool:
            heavy = hard_board(100) | {"engine": "elimination"}
            large_questions = [
                pool.submit(httpx.post, f"{running.url}/api/analyse", json=heavy, timeout=None)
                for _ in "12"
            ]
            _, long_pool = running.server.config.app.state.pools
            until(lambda: sum(worker._call is not None for worker in long_pool._workers) == 2)
            assert running.ask("analyse", **BOARD)["is_exact"]
            assert running.ask("best_move", **BOARD)["cell"]
            assert not any(question.done() for question in large_questions)
            running.server.force_exit = True
            for pools in running.server.config.app.state.pools:
                pools.kill()
    finally:
        running.stop()


def test_a_small_question_finds_a_process_beside_two_boards_that_are_small_and_hopeless():
    """One that starts beside them has a core of theirs to wait for."""
    running = Running(workers=2)
    try:
        short_pool, _ = running.server.config.app.state.pools
        assert len(short_pool._workers) == 3
    finally:
        running.stop()


def test_an_ordinary_density_of_many_digits_is_read_and_answered(server):
    read = server.ask("read", text="3x3x~0.2063492063492063\n###\n#1#\n###")["boards"][0]
    assert Fraction(read["density"]) == Fraction("0.2063492063492063")
    assert server.ask("analyse", board="\n".join(read["rows"]), density=read["density"])["is_exact"]


@pytest.mark.parametrize(
    "density", ["1e-999999999", "1E99999", "1/" + "9" * 300, "nan", "-1/2", "1/0"]
)
def test_a_density_that_cannot_be_is_refused_at_once(server, density):
    assert server.post("analyse", board="##", density=density).status_code in (413, 422)


def test_a_failure_is_an_answer_and_the_worker_lives(monkeypatch, capsys):
    from minesolver.protocol.questions import WORK

    monkeypatch.setitem(WORK, "analyse", lambda asked, limit: 1 / 0)
    status, body = answer("analyse", {"board": "##"}, 1.0)
    assert status == 500
    assert json.loads(body)["error"]["kind"] == "server"
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_an_error_names_no_folder_of_the_machine(monkeypatch):
    from minesolver.base.errors import extra
    from minesolver.extras.web import answers

    def fail(**values):
        if "text" in values:
            raise ms.MinesolverError(
                f"{Path(ms.__file__)} and {Path.home() / 'board.txt'} are wrong"
            )
        with extra("replay", "videos need {}"):
            raise ImportError(name="ms_toollib")

    monkeypatch.setattr(answers, "read", fail)
    for request in ({"text": "1#"}, {"data": "AAAA", "name": "a.avf"}):
        message = json.loads(answer("read", request, 1.0)[1])["error"]["message"]
        assert not re.search(r"/\w+/\w+/", message), message
    assert message == "videos need ms_toollib: pip install 'minesolver[replay]'"


def test_a_question_that_nobody_waits_for_is_given_up():
    # For a count that takes longer, of which nobody waits for the end.
    running = Running(workers=1)
    try:
        running.ask("analyse", **BOARD)
        with pytest.raises(httpx.ReadTimeout):
            running.client.post(
                "/api/analyse",
                json=hard_board() | {"engine": "elimination"},
                timeout=httpx.Timeout(PATIENCE, read=0.2),
            )
        assert running.ask("analyse", **BOARD)["is_exact"]
    finally:
        running.stop()


# --- the page's files and the command ---


def test_the_page_needs_no_other_host(server):
    folder = Path(sys.modules["minesolver.extras.web.app"].__file__).parent / "static"
    for path in filter(Path.is_file, folder.iterdir()):
        addresses = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"']*", path.read_text()))
        assert addresses <= {"http://www.w3.org/2000/svg"}, path.name
        if path.suffix == ".js" and path.name not in web_page.scripts():
            continue  # it is a part of another one
        response = server.client.get(f"/static/{path.name}")
        assert response.status_code == 200
        assert "default-src 'self'" in response.headers["content-security-policy"]
    assert server.client.get("/").headers["content-type"].startswith("text/html")
    assert server.client.get("/static/../app.py").status_code == 404


def test_only_names_of_this_machine_are_answered(server):
    assert server.client.get("/", headers={"host": "evil.example"}).status_code == 400
    assert server.client.get("/", headers={"host": "localhost"}).status_code == 200
    refused = server.client.get("/", headers={"host": "evil.example"})
    assert refused.json()["error"]["kind"] == "request"
    assert "content-security-policy" in refused.headers
    assert server.client.get("/", headers={"host": "192.168.0.9"}).status_code == 400
    assert server.client.head("/").status_code == 200


def test_other_machines_may_ask_by_address_or_an_allowed_name_only():
    running = Running(workers=1, hosts=("localhost", "box.example"), addresses=True)
    try:
        for host, status in [
            *(
                ("192.168.0.9:8000", 200),
                ("[fe80::1]:8000", 200),
                ("box.example:80", 200),
                ("BOX.example", 200),
            ),
            *(
                ("evil.example", 400),
                ("box.example.evil", 400),
                ("", 400),
                ("192.168.0.9.evil.example", 400),
            ),
        ]:
            assert running.client.get("/", headers={"host": host}).status_code == status, host
        own_headers = {"host": "box.example", "origin": "http://box.example"}
        assert (
            running.client.post("/api/analyse", json=BOARD, headers=own_headers).status_code == 200
        )
        for origin in ("http://evil.example", "null", "http://box.example.evil"):
            strange = running.client.post(
                "/api/analyse", json=BOARD, headers=own_headers | {"origin": origin}
            )
            assert strange.status_code == 403, origin
        # Nothing is answered at this address over https, and where a proxy does so it is the same page.
        own_headers["origin"] = "https://box.example"
        assert (
            running.client.post("/api/analyse", json=BOARD, headers=own_headers).status_code == 200
        )
        del own_headers["origin"]  # which some leave out of what a page sends to another host
        for site, status in (
            ("same-origin", 200),
            ("none", 200),
            ("same-site", 403),
            ("cross-site", 403),
        ):
            sent = own_headers | {"sec-fetch-site": site}
            found = running.client.post("/api/analyse", json=BOARD, headers=sent).status_code
            assert found == status, site
            # A link leads here.
            assert running.client.get("/", headers=sent).status_code == 200, site
    finally:
        running.stop()


def test_a_body_that_does_not_come_is_not_waited_for(server, monkeypatch):
    monkeypatch.setattr("minesolver.extras.web.app._BODY_SECONDS", 0.2)
    port = int(server.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as slow:
        head = "POST /api/read HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        slow.sendall((head + "content-length: 100\r\n\r\n{").encode())
        assert slow.recv(4096).startswith(b"HTTP/1.1 408")


def test_the_command_refuses_a_port_that_is_taken(server, capsys):
    taken = server.url.rpartition(":")[2]
    assert main(["web", "--port", taken]) == 2
    error = capsys.readouterr().err
    assert error.startswith("minesolver: cannot listen on 127.0.0.1 port")
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "address"), [([], "127.0.0.1"), (["--host", "0.0.0.0"], "0.0.0.0")]
)
def test_the_command_binds_to_this_machine_unless_told_otherwise(
    monkeypatch, capsys, options, address
):
    listening: list[Any] = []

    def run(server, sockets):
        listening.extend((s.getsockname(), s.proto) for s in sockets)

    monkeypatch.setattr(uvicorn.Server, "run", run)
    assert main(["web", "--port", "0", *options]) == 0
    [((host, port), protocol)] = listening
    assert host == address
    assert protocol == socket.IPPROTO_TCP  # without it every small answer takes 40 ms
    printed = capsys.readouterr()
    assert f"http://127.0.0.1:{port}/" in printed.out
    assert ("other machines" in printed.err) == bool(options)


def test_ctrl_c_ends_the_command_at_once_in_the_middle_of_a_count():
    command = [sys.executable, "-m", "minesolver", "web", "--port", "0", "--seconds", f"{PATIENCE}"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        url = process.stdout.readline().split()[1]
        with httpx.Client(base_url=url, timeout=PATIENCE) as client:
            assert client.post("/api/analyse", json=BOARD).json()["is_exact"]
            body = json.dumps(hard_board() | {"engine": "elimination"})
            with closing(HTTPConnection("127.0.0.1", client.base_url.port, PATIENCE)) as asking:
                asking.request("GET", "/favicon.ico")  # from now on the server listens to it
                asking.getresponse().read()
                asking.request("POST", "/api/analyse", body, {"content-type": "application/json"})
                client.post("/api/analyse", json=BOARD)  # when this is answered, that is counted
                process.send_signal(signal.SIGINT)
                assert process.wait(PATIENCE) == 130
                assert asking.getresponse().status == 503
        *remarks, last_line = process.stderr.read().splitlines()
        assert last_line == "minesolver: interrupted"
        # A busy machine may take longer than the server waits for its last answers.
        assert all("graceful shutdown exceeded" in remark for remark in remarks)


@pytest.mark.parametrize("arguments", [["--port", "x"], ["--seconds", "0"]])
def test_the_command_refuses_bad_options(arguments):
    with pytest.raises(SystemExit) as stopped:
        main(["web", *arguments])
    assert stopped.value.code == 2


def test_a_port_that_is_none_is_refused(capsys):
    assert main(["web", "--port", "70000"]) == 2
    assert "0-65535" in capsys.readouterr().err


def test_the_command_names_the_missing_extra(monkeypatch, capsys, tmp_path):
    """From a source tree by its path: no index needs to know the package."""
    monkeypatch.delitem(sys.modules, "minesolver.extras.web.serving", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.setattr(
        "minesolver.base.errors.__file__", str(tmp_path / "minesolver/base/errors.py")
    )
    assert main(["web"]) == 3
    assert (
        capsys.readouterr().err
        == "minesolver: the page needs uvicorn: pip install 'minesolver[web]'\n"
    )
    (tmp_path / "setup.py").touch()
    assert main(["web"]) == 3
    assert capsys.readouterr().err.endswith(f"pip install -e '{tmp_path}[web]'\n")


def modules_only(monkeypatch):
    """Serve the modules as they are, also where esbuild has put them together."""
    monkeypatch.setattr(web_page, "_is_bundled", lambda static: False)
    for cached in web_page._script_paths, web_page._script:
        monkeypatch.setattr(web_page, cached.__name__, cached.__wrapped__)


def test_the_page_s_scripts_are_sent_once(server):
    for name in web_page.scripts():
        script = server.client.get(f"/static/{name}")
        assert script.headers["content-type"].startswith("text/javascript")
        again = {"if-none-match": script.headers["etag"]}
        assert server.client.get(f"/static/{name}", headers=again).status_code == 304
        other = {"if-none-match": '"another"'}
        assert server.client.get(f"/static/{name}", headers=other).text == script.text
    for name in "none.js", "../page.js", "%2e%2e/page.js", "sw.js":
        assert server.client.get(f"/static/{name}").status_code == 404


@pytest.mark.parametrize("is_bundled", [True, False])
def test_each_script_that_is_imported_is_sent(is_bundled, monkeypatch):
    if not is_bundled:
        modules_only(monkeypatch)
    elif "core.js" in web_page.scripts():
        pytest.skip("npm ci in bindings/js, then python bindings/build.py bundle")
    names, build = web_page.scripts(), web_page.build()
    assert ("core.js" in names) is not is_bundled
    for name in names:
        # Comments name the modules of types, too.
        code = re.sub(
            r"^ *//.*$|/\*\*.*?\*/", "", web_page.script(name), flags=re.DOTALL | re.MULTILINE
        )
        for imported in re.findall(r"""\b(?:from|import) ?\(?"(\.[^"]*)\"""", code):
            assert os.path.normpath(Path(name).parent / imported) in names, name
    if "worker.js" in names:
        assert web_page.script("worker.js").startswith(f'globalThis.BUILD = "{build}";\n')
    assert f'data-build="{build}"' in web_page.page(server=True)


def test_a_bundle_of_other_modules_is_not_sent(monkeypatch, tmp_path):
    folder = tmp_path / "static"
    shutil.copytree(STATIC, folder, ignore=shutil.ignore_patterns("solver"))
    monkeypatch.setattr(web_page, "STATIC", folder)
    bundle = folder / web_page.BUNDLE
    bundle.mkdir(parents=True)
    (bundle / "app.js").touch()
    file_hash = sha256((folder / "core.js").read_bytes()).hexdigest()
    (bundle / "sources.json").write_text(json.dumps({"../../core.js": file_hash}))
    assert web_page.scripts() == ["app.js"]
    (folder / "core.js").write_text((folder / "core.js").read_text() + "// edited\n")
    os.utime(folder / "core.js", (1.9e9, 1.9e9))
    assert "core.js" in web_page.scripts()


def test_an_answer_says_of_which_build_the_server_is(server):
    document = server.client.get("/").text
    build = re.search(r'<html lang="en" data-build="([0-9a-f]{16})"', document)[1]
    for body in "{}", "nonsense":
        answer = server.client.post("/api/analyse", content=body)
        assert answer.status_code == 400 or answer.headers["x-minesolver-build"] == build


def test_a_server_is_asked_for_no_file_that_the_page_does_not_need(server):
    kept = json.loads(server.client.get("/sw.js").text.partition("=")[2].partition(";\n")[0])
    assert kept["IS_SERVED"]
    assert {f"static/{name}" for name in web_page.scripts()} < {*kept["FILES"]}
    is_bundled = (STATIC / web_page.BUNDLE).exists()
    assert ("static/core.js" in kept["FILES"]) is not is_bundled  # it is a part of app.js
    for name in kept["FILES"]:
        assert server.client.get(f"/{name}").status_code == 200


@pytest.mark.parametrize(
    "module, code",
    [
        ("starlette", "from minesolver.extras.web import create_app"),
        ("uvicorn", "from minesolver.cli import main; exit(main(['web', '--port', '0']))"),
    ],
)
def test_what_it_needs_is_named_where_it_is_not_installed(module, code):
    status, error = without_module(module, code)
    assert re.fullmatch(r"minesolver: .*pip install .*\[web\]'\n", error), error
    assert status == (3 if "main" in code else 1)


def test_a_policy_of_another_package_is_offered(monkeypatch):
    outside = Policy("outside", "a test's policy", "a test", "lookahead", Search(tree_layouts=20))
    monkeypatch.setattr(ms.policies, "loaded", {**ms.policies.loaded, "outside": outside})
    policies = web_page.facts()["policies"]
    assert {"name": "outside", "description": outside.description} in policies


def test_no_file_of_a_player_is_run(tmp_path):
    player = tmp_path / "player.py"
    player.write_text("raise SystemExit")
    status, body = answer("best_move", {"board": "1#/##", "mines": 1, "policy": str(player)}, 1.0)
    assert status == 422
    assert b"no Python file" in body


def test_the_stamp_of_the_code_is_of_the_whole_package(monkeypatch):
    folders = []

    def newest(folder, except_folder=None):
        folders.append(folder)
        return 0

    monkeypatch.setattr(web_page, "_newest", newest)
    web_page.code_stamp()
    assert folders == [Path(ms.__file__).parent]
