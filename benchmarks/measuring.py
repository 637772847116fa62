"""Medians of things that are measured in turn, so that whatever slows the machine slows all of them."""

import statistics
from collections.abc import Callable, Mapping
from functools import cache
from operator import truediv
from time import perf_counter, process_time
from timeit import Timer
from typing import NamedTuple

Subject = Callable[[int], float]
"""Does something a number of times, and says how many seconds that took."""

_FEWEST_ROUNDS = 5
# Long enough for the clock not to matter, short enough for what else the machine does to hit all alike.
_TURN_SECONDS = 0.0005


class Turns(NamedTuple):
    """The functions that are measured in turn with each other.

    While another process works, this one's caches go cold, which costs the quick more than the slow: what
    runs in another process has its turns apart.

    Attributes:
        subjects: By name.
        turn: How long one goes on before it is the next one's turn, in seconds at least.
        rounds: How many turns each has, at least.
    """

    subjects: Mapping[str, Subject]
    turn: float = _TURN_SECONDS
    rounds: int = _FEWEST_ROUNDS


class Measurement(NamedTuple):
    """The functions that are compared within a run.

    Attributes:
        name: What is done.
        names: By what it is done.
        take: Measures some of these names for some seconds; gives a figure each, in seconds or bytes.
    """

    name: str
    names: frozenset[str]
    take: Callable[[float, frozenset[str]], dict[str, float]]


def timed(name: str, *turns: Turns) -> Measurement:
    """Measure the medians of the seconds that each subject takes."""

    def take(seconds: float, names: frozenset[str]) -> dict[str, float]:
        taken: dict[str, float] = {}
        for subjects, turn, rounds in turns:
            wanted = {each: subject for each, subject in subjects.items() if each in names}
            taken |= medians(Turns(wanted, turn, rounds), seconds) if wanted else {}
        return taken

    return Measurement(name, frozenset().union(*(each.subjects for each in turns)), take)


def prepared_later(prepare: Callable[[], Subject]) -> Subject:
    """Take a subject that is prepared when it is measured first."""
    prepared = cache(prepare)

    def run(times: int) -> float:
        return prepared()(times)

    return run


def function(body: Callable[[], object]) -> Subject:
    """Take a function of this process as a subject.

    Args:
        body: What to do.

    Returns:
        The subject.
    """
    # Processor time: what other processes take of the machine is no cost of ours.
    return Timer(body, timer=process_time).timeit


def medians(turns: Turns, seconds: float) -> dict[str, float]:
    """Measure several things in turn, round by round.

    Args:
        turns: What to measure.
        seconds: How long to go on, after the fewest rounds.

    Returns:
        For each, the seconds that it takes once: for the first, the median; for the others, that times the
        median of their ratios to the first in the same round, in which the machine was as busy for both.
    """
    times = {name: _times_in_a_turn(subject, turns.turn) for name, subject in turns.subjects.items()}
    taken: dict[str, list[float]] = {name: [] for name in turns.subjects}
    end = perf_counter() + seconds
    rounds = 0
    while rounds < turns.rounds or perf_counter() < end:
        for name, subject in turns.subjects.items():
            taken[name].append(subject(times[name]) / times[name])
        rounds += 1
    first = next(iter(taken.values()))
    once = statistics.median(first)
    return {name: once * statistics.median(map(truediv, each, first)) for name, each in taken.items()}


def _times_in_a_turn(subject: Subject, turn: float) -> int:
    subject(1)
    times = 1
    while subject(times) < turn:
        times *= 2
    return times
