"""The laws of renderers."""

import pickle
from collections.abc import Callable, Iterable
from typing import Any

from ..base.errors import check_iterable, quoted
from ..base.render import RENDERERS


def check_renderer(renderer: str | Callable[[Any], Any], things: Iterable[Any]) -> None:
    """Check a renderer on things that it draws or writes: boards, analyses, whatever it takes.

    Something comes of each, text or bytes; the same comes of it again, and of a copy; the thing stays as it
    was.

    Raises AssertionError: a law is broken; it names the law and the thing
    """
    check_iterable(things, "what is drawn is a list of things")
    draw = RENDERERS.entry_of(renderer)
    name = (
        renderer if isinstance(renderer, str) else getattr(renderer, "__name__", quoted(renderer))
    )

    def law(holds: bool, text: str, thing: Any) -> None:
        if not holds:
            raise AssertionError(f"renderer {name!r}: {text}; not so of\n{thing}")

    for thing in things:
        # Before it is drawn, as drawing may change it.
        try:
            pickled_bytes = pickle.dumps(thing)
            drawing = draw(thing)
        except Exception as error:
            ending = f"it ends in {type(error).__name__}: {error}"
            raise AssertionError(f"renderer {name!r}, of {quoted(thing)}: {ending}") from error
        is_drawing = isinstance(drawing, str | bytes) and bool(drawing)
        law(is_drawing, "text or bytes come of it", thing)
        law(draw(thing) == drawing, "the same comes of a thing when it is drawn again", thing)

        # A copy says whether drawing has changed anything: it is drawn after the comparison.
        copied_thing = pickle.loads(pickled_bytes)
        law(pickle.dumps(copied_thing) == pickled_bytes, "a copy of the thing is the thing", thing)
        law(draw(copied_thing) == drawing, "the same comes of a copy", thing)
        law(pickle.dumps(copied_thing) == pickled_bytes, "the thing stays as it was", thing)
