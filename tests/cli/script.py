"""Someone who answers the questions of a conversation from a list."""

from collections.abc import Iterator, Sequence


class Script:
    """A conversation whose prompts are answered from pairs: the end of the prompt, and the answer.

    An answer that is an exception is raised. Where the prompt is another one, the test fails.
    """

    rows = 10_000
    """How many lines fit on the screen."""

    def __init__(self, *answers: tuple[str, str | type[BaseException]]) -> None:
        self._answers: Iterator[tuple[str, str | type[BaseException]]] = iter(answers)
        self.said: list[str] = []
        self.shown = b""
        self.hidden: list[str] = []
        self.paste: list[str] = []
        """The lines that arrive with the next answer."""

    @property
    def text(self) -> str:
        return "\n".join(self.said)

    @property
    def has_shown(self) -> bool:
        return bool(self.shown)

    def say(self, *lines: str, is_wrapped: bool = True) -> None:
        assert isinstance(is_wrapped, bool)
        self.said += lines

    def fitting(self, lines: Sequence[str], below: Sequence[str]) -> int:
        assert not isinstance(below, str)
        return min(self.rows, len(lines))

    def ask(self, prompt: str, *, is_hidden: bool = False) -> str:
        expected, answer = next(self._answers, ("nothing more", ""))
        assert prompt.endswith(expected) if expected else not prompt, (prompt, expected, self.said[-6:])
        if not isinstance(answer, str):
            raise answer
        if is_hidden:
            self.hidden.append(answer)
        return answer

    def pasted(self, *, is_hidden: bool = False) -> list[str]:
        lines, self.paste = self.paste, []
        self.hidden += lines if is_hidden else []
        return lines

    def will_show(self) -> None:
        """Nothing is cleared."""

    def clear(self) -> None:
        self.said.append("(cleared)")

    def discard(self) -> None:
        """Nothing was typed ahead."""

    def show(self, words: Sequence[str], secret: bytes) -> None:
        self.shown += "".join(f"{word}\n" for word in words).encode() + secret

    def is_over(self) -> bool:
        return next(self._answers, None) is None
