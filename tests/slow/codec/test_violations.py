"""The tests of ``tests/codec/test_violations.py`` that take longest."""

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sealwax import InvalidRequest, MalformedInput
from sealwax._codec.strict_json import decode_json
from sealwax._codec.violations import explain_refusal
from tests.codec.test_violations import TYPES, check_agreement, documents, type_info


@given(st.data())
@settings(max_examples=500, deadline=None)
def test_msgspec_and_the_comparison_agree(data: st.DataObject) -> None:
    into = data.draw(st.sampled_from(TYPES))
    document = data.draw(documents(type_info(into)))
    text = json.dumps(document)
    try:
        msgspec.json.decode(text, type=into)
        accepted = True
    except InvalidRequest:
        # Its types are right; a rule beyond them is broken.
        check_agreement(document, into, accepted=True)
        return
    except msgspec.ValidationError:
        accepted = False
    check_agreement(document, into, accepted)
    if accepted:
        decode_json(text.encode(), into, "it")
    else:
        with pytest.raises(MalformedInput) as raised:
            decode_json(text.encode(), into, "it")
        assert str(raised.value) == f"it is malformed: {explain_refusal(document, into)}"
        assert raised.value.__context__ is None
