"""The facts of an operation without its class: its names and versions."""

from typing import Literal, NamedTuple

from sealwax.activities.intents import camel_case


class OperationFacts(NamedTuple):
    """The facts of an operation, of which the catalog has an index.

    Attributes:
        surface: The kind of the operation. Votes are submit operations without a result.
        name: The operation's name, unique among all. It is the last part of the path, unless ``path`` is.
        activity: The name in the type of its activity, if that is another.
        version: The version of the activity, such as ``V2``; the first has none.
        result_version: The version of the activity's result.
        makes_app_proofs: Whether the request can ask for app proofs.
        is_older: Whether there is a newer version of the operation.
        specified: Where the operation is specified: in the API's specification, or in that of secrets.
        path: The last part of the path of an operation of the auth proxy whose name the public API has, too.
    """

    surface: Literal["submit", "vote", "query", "auth_proxy"]
    name: str
    activity: str = ""
    version: str = ""
    result_version: str = ""
    makes_app_proofs: bool = True
    is_older: bool = False
    specified: Literal["", "api", "secrets"] = ""
    path: str = ""

    @property
    def is_activity(self) -> bool:
        """Whether the service runs the operation as an activity."""
        return self.surface in {"submit", "vote"}

    def constants(self) -> dict[str, str | bool]:
        """Return the constants of the operation's class by name, without its types."""
        constants: dict[str, str | bool] = {"operation_name": self.name}
        if self.is_activity:
            constants |= {"activity_type": self.activity_type, "intent_key": self.intent_key}
        if self.result_key is not None:
            constants["result_key"] = self.result_key
        if self.path:
            constants["_path_name"] = self.path
        if not self.makes_app_proofs:
            constants["makes_app_proofs"] = False
        return constants

    @property
    def activity_type(self) -> str:
        """The type of the operation's activity."""
        return activity_type(self.activity or self.name, self.version)

    @property
    def intent_key(self) -> str:
        """The name of the activity's intent."""
        return f"{camel_case(self.activity or self.name)}Intent{self.version}"

    @property
    def result_key(self) -> str | None:
        """The name of the activity's result; a vote has none."""
        if self.surface != "submit":
            return None
        return f"{camel_case(self.activity or self.name)}Result{self.result_version}"


def activity_type(name: str, version: str) -> str:
    """Return the type of an activity by name and version, such as V2 or empty."""
    return "_".join(filter(None, ("ACTIVITY_TYPE", name.upper(), version)))
