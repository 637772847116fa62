"""Make requests for the operations of the API, and read the answers.

``ExportWallet(wallet_id=…, target_public_key=…).seal(stamper, organization_id=…)`` checks the parameters
against the API's specification and returns a ``SealedRequest``. Its body is serialised once, and the stamp is
over exactly those bytes. Send it with any HTTP client, and pass the answer to ``SealedRequest.read``. Results
with a bundle have ``decrypt``, and results with a signature ``verify``. This module opens no connection.

``ApiDescription`` makes requests of the API's other operations. ``OPERATIONS`` is the table of the operations
here. Their classes are in a module for each subject, such as ``sealwax.operations.catalog.wallets``.

A change is answered by an ``Activity``, whose ``result`` is named after the request: ``ExportWalletResult``.
The other names are the fields of requests and answers; ``sealwax.operations.__all__`` lists all.
"""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

from . import catalog

if TYPE_CHECKING:
    from sealwax._codec.enumerations import ApiKeyCurve, HashFunction, PayloadEncoding, WalletCurve
    from sealwax._codec.urls import AUTH_PROXY_URL, PUBLIC_API_URL
    from sealwax.wallets.address_format_names import AddressFormat

    from .all_operations import OPERATIONS, AnyOperation
    from .catalog import *
    from .openapi.description import ApiDescription, DescribedAnswer
    from .openapi.schemas import operation_schemas
    from .operation import (
        ActivityOperation,
        AuthProxyOperation,
        Operation,
        QueryOperation,
        SubmitOperation,
        Surface,
        VoteOperation,
    )
    from .parameters import JsonObject, MnemonicLength, OnEvaluationError, Parameters
    from .proposals import ExportProposal, ProposalFile, read_export_proposal
    from .responses import Activity, ActivityRecord, Record, UncheckedActivity
    from .results import (
        Address,
        ExportSecretsResult,
        ExportWalletAccountResult,
        ExportWalletResult,
        InitImportSecretsResult,
        VerifyOtpResult,
    )
    from .retry_policy import RetryPolicy
    from .sealing import SealedRequest, Stamper
    from .timestamps import is_timely
    from .unchecked import UncheckedAnswer
    from .waiting import approve, reject, wait
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            **dict.fromkeys(catalog.__all__, "sealwax.operations.catalog"),
            "AUTH_PROXY_URL": "sealwax._codec.urls",
            "Activity": "sealwax.operations.responses",
            "ActivityOperation": "sealwax.operations.operation",
            "ActivityRecord": "sealwax.operations.responses",
            "Address": "sealwax.operations.results",
            "AddressFormat": "sealwax.wallets.address_format_names",
            "AnyOperation": "sealwax.operations.all_operations",
            "ApiDescription": "sealwax.operations.openapi.description",
            "ApiKeyCurve": "sealwax._codec.enumerations",
            "AuthProxyOperation": "sealwax.operations.operation",
            "DescribedAnswer": "sealwax.operations.openapi.description",
            "ExportProposal": "sealwax.operations.proposals",
            "ExportSecretsResult": "sealwax.operations.results",
            "ExportWalletAccountResult": "sealwax.operations.results",
            "ExportWalletResult": "sealwax.operations.results",
            "HashFunction": "sealwax._codec.enumerations",
            "InitImportSecretsResult": "sealwax.operations.results",
            "JsonObject": "sealwax.operations.parameters",
            "MnemonicLength": "sealwax.operations.parameters",
            "OPERATIONS": "sealwax.operations.all_operations",
            "OnEvaluationError": "sealwax.operations.parameters",
            "Operation": "sealwax.operations.operation",
            "PUBLIC_API_URL": "sealwax._codec.urls",
            "Parameters": "sealwax.operations.parameters",
            "PayloadEncoding": "sealwax._codec.enumerations",
            "ProposalFile": "sealwax.operations.proposals",
            "QueryOperation": "sealwax.operations.operation",
            "Record": "sealwax.operations.responses",
            "RetryPolicy": "sealwax.operations.retry_policy",
            "SealedRequest": "sealwax.operations.sealing",
            "Stamper": "sealwax.operations.sealing",
            "SubmitOperation": "sealwax.operations.operation",
            "Surface": "sealwax.operations.operation",
            "UncheckedActivity": "sealwax.operations.responses",
            "UncheckedAnswer": "sealwax.operations.unchecked",
            "VerifyOtpResult": "sealwax.operations.results",
            "VoteOperation": "sealwax.operations.operation",
            "WalletCurve": "sealwax._codec.enumerations",
            "approve": "sealwax.operations.waiting",
            "is_timely": "sealwax.operations.timestamps",
            "operation_schemas": "sealwax.operations.openapi.schemas",
            "read_export_proposal": "sealwax.operations.proposals",
            "reject": "sealwax.operations.waiting",
            "wait": "sealwax.operations.waiting",
        },
    )

__all__ = [
    "AUTH_PROXY_URL", "OPERATIONS", "PUBLIC_API_URL", "Activity", "ActivityOperation", "ActivityRecord",
    "Address", "AddressFormat", "AnyOperation", "ApiDescription", "ApiKeyCurve", "AuthProxyOperation",
    "DescribedAnswer", "ExportProposal", "ExportSecretsResult", "ExportWalletAccountResult",
    "ExportWalletResult", "HashFunction", "InitImportSecretsResult", "JsonObject", "MnemonicLength",
    "OnEvaluationError", "Operation", "Parameters", "PayloadEncoding", "ProposalFile", "QueryOperation",
    "Record", "RetryPolicy", "SealedRequest", "Stamper", "SubmitOperation", "Surface", "UncheckedActivity",
    "UncheckedAnswer", "VerifyOtpResult", "VoteOperation", "WalletCurve", "approve", "is_timely",
    "operation_schemas", "read_export_proposal", "reject", "wait"
]  # fmt: skip
__all__ += catalog.__all__
