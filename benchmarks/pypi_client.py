"""Measures what the service's client from PyPI takes to make and stamp a request, which it does not send.

A program of its own: it runs in the environment of ``benchmarks/service_clients``, which has nothing of this
project, and takes and gives what ``peers/measuring.mjs`` does.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from timeit import Timer
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.service_clients.client import connect, model_of


def main() -> None:
    """Answer until the input ends."""
    prepared: list[Timer] = []
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, Any]
        if "prepare" in request:
            arguments = request["arguments"]
            seal = sealing(arguments["info"], arguments["method"], arguments["input"])
            made = seal()
            stamp = {"stampHeaderValue": made.stamp.stamp_header_value}
            answer = {"id": len(prepared), "result": {"url": made.url, "body": made.body, "stamp": stamp}}
            prepared.append(Timer(seal, timer=process_time))
        else:
            answer = {"seconds": prepared[request["run"]].timeit(request["times"])}
        print(json.dumps(answer), flush=True)


def sealing(info: dict[str, str], method: str, fields: dict[str, str]) -> Callable[[], Any]:
    """Take a request to be made, with its model, serialised and stamped."""
    seal, model = getattr(connect(info), f"stamp_{method}"), model_of(method)
    return lambda: seal(model(**fields))


if __name__ == "__main__":
    main()
