"""Medians of things that are measured in turn, so that whatever slows the machine slows all of them."""

import statistics
from collections.abc import Callable, Mapping
from time import perf_counter, process_time
from timeit import Timer

Subject = Callable[[int], float]
"""Does something a number of times, and says how many seconds that took."""

_FEWEST_ROUNDS = 5
# Long enough for the clock not to matter, short enough for what else the machine does to hit all alike.
_TURN_SECONDS = 0.0005


def function(body: Callable[[], object]) -> Subject:
    """Take a function of this process as a subject.

    Args:
        body: What to do.

    Returns:
        The subject.
    """
    # Processor time: what other processes take of the machine is no cost of ours.
    return Timer(body, timer=process_time).timeit


def medians(
    subjects: Mapping[str, Subject], seconds: float, *, turn: float = _TURN_SECONDS
) -> dict[str, float]:
    """Measure several things in turn, round by round.

    Args:
        subjects: What to measure, by name.
        seconds: How long to go on; five rounds are made in any case.
        turn: How long one subject goes on before it is the next one's turn, in seconds at least.

    Returns:
        For each, the median of the seconds that it takes once.
    """
    times = {name: _times_in_a_turn(subject, turn) for name, subject in subjects.items()}
    taken: dict[str, list[float]] = {name: [] for name in subjects}
    end = perf_counter() + seconds
    rounds = 0
    while rounds < _FEWEST_ROUNDS or perf_counter() < end:
        for name, subject in subjects.items():
            taken[name].append(subject(times[name]) / times[name])
        rounds += 1
    return {name: statistics.median(each) for name, each in taken.items()}


def _times_in_a_turn(subject: Subject, turn: float) -> int:
    subject(1)
    times = 1
    while subject(times) < turn:
        times *= 2
    return times
