"""Types of cases, and of groups of them, which run a case: a module a construct."""
