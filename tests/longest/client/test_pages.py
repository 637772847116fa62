"""Lists with thousands of records."""

import gc
import json
import tracemalloc

from sealwax.operations import ListActivities
from sealwax_service import LocalService
from tests.client.clients import Kind
from tests.client.test_pages import Lists, numbered
from tests.operations.test_retries import activity
from tests.operations.test_waiting import activity_of


def test_ten_thousand_activities_take_the_memory_of_a_few(kind: Kind, service: LocalService) -> None:
    record = json.loads(activity().content)["activity"]
    record = {**record, "organizationId": service.organization_id, "intent": activity_of()["intent"]}

    def answer(options: dict[str, str]) -> object:
        return {"activities": [{**record, "id": str(number)} for number in numbered(options, 10_000)]}

    lists = Lists(kind, service, answer)
    tracemalloc.start()
    try:
        count, peaks = 0, []
        for each in lists.walk("items", ListActivities()):
            assert each.id == str(count)
            count += 1
            if count % 1000 == 0:
                gc.collect()
                peaks.append(tracemalloc.get_traced_memory()[1])
                tracemalloc.reset_peak()
    finally:
        tracemalloc.stop()
    assert count == 10_000
    assert len(lists.asked) == 101
    # All activities would take five times the memory of the first two thousand, with which caches are filled.
    assert max(peaks) < 1.5 * peaks[1]
