# Written by `python -m tests.tools.stubs`.

from sealwax._codec.enumerations import ApiKeyCurve as ApiKeyCurve
from sealwax._codec.enumerations import HashFunction as HashFunction
from sealwax._codec.enumerations import PayloadEncoding as PayloadEncoding
from sealwax._codec.enumerations import WalletCurve as WalletCurve
from sealwax._codec.urls import AUTH_PROXY_URL as AUTH_PROXY_URL
from sealwax._codec.urls import PUBLIC_API_URL as PUBLIC_API_URL
from sealwax.operations.openapi.description import ApiDescription as ApiDescription
from sealwax.operations.openapi.description import DescribedAnswer as DescribedAnswer
from sealwax.operations.openapi.schemas import operation_schemas as operation_schemas
from sealwax.operations.proposals import ExportProposal as ExportProposal
from sealwax.operations.proposals import ProposalFile as ProposalFile
from sealwax.operations.proposals import read_export_proposal as read_export_proposal
from sealwax.wallets.address_format_names import AddressFormat as AddressFormat

from . import catalog
from .all_operations import OPERATIONS as OPERATIONS
from .all_operations import AnyOperation as AnyOperation
from .catalog import *
from .operation import ActivityOperation as ActivityOperation
from .operation import AuthProxyOperation as AuthProxyOperation
from .operation import Operation as Operation
from .operation import QueryOperation as QueryOperation
from .operation import SubmitOperation as SubmitOperation
from .operation import Surface as Surface
from .operation import VoteOperation as VoteOperation
from .parameters import JsonObject as JsonObject
from .parameters import MnemonicLength as MnemonicLength
from .parameters import OnEvaluationError as OnEvaluationError
from .parameters import Parameters as Parameters
from .responses import Activity as Activity
from .responses import ActivityRecord as ActivityRecord
from .responses import Record as Record
from .results import Address as Address
from .results import ExportSecretsResult as ExportSecretsResult
from .results import ExportWalletAccountResult as ExportWalletAccountResult
from .results import ExportWalletResult as ExportWalletResult
from .results import InitImportSecretsResult as InitImportSecretsResult
from .results import VerifyOtpResult as VerifyOtpResult
from .sealing import SealedRequest as SealedRequest
from .sealing import Stamper as Stamper
from .timestamps import is_timely as is_timely
from .unchecked import UncheckedActivity as UncheckedActivity
from .unchecked import UncheckedAnswer as UncheckedAnswer
from .waiting import approve as approve
from .waiting import reject as reject
from .waiting import wait as wait

__all__ = [
    "AUTH_PROXY_URL", "OPERATIONS", "PUBLIC_API_URL", "Activity", "ActivityOperation", "ActivityRecord",
    "Address", "AddressFormat", "AnyOperation", "ApiDescription", "ApiKeyCurve", "AuthProxyOperation",
    "DescribedAnswer", "ExportProposal", "ExportSecretsResult", "ExportWalletAccountResult",
    "ExportWalletResult", "HashFunction", "InitImportSecretsResult", "JsonObject", "MnemonicLength",
    "OnEvaluationError", "Operation", "Parameters", "PayloadEncoding", "ProposalFile", "QueryOperation",
    "Record", "SealedRequest", "Stamper", "SubmitOperation", "Surface", "UncheckedActivity",
    "UncheckedAnswer", "VerifyOtpResult", "VoteOperation", "WalletCurve", "approve", "is_timely",
    "operation_schemas", "read_export_proposal", "reject", "wait"
]  # fmt: skip
__all__ += catalog.__all__
