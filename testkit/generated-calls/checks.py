"""What schemathesis checks beside its own rules: whether a refusal of data that the document allows is said in its words."""

import json
import re

import character_classes  # noqa: F401  Changes how hypothesis builds strategies.
import schemathesis
from schemathesis.core.failures import Failure
from schemathesis.generation.modes import GenerationMode

# What tells of the caller, of rows or of the hour, not of the request: who calls, what is there, what state it is in, how often.
OF_THE_STATE = {401, 403, 404, 409, 429}


class AllowedDataRefused(Failure):
    """The server calls a request malformed that fits the document."""


def words_of(operation):
    """The document's words for an operation, with those of the schemas that it refers to."""
    schemas = operation.schema.raw_schema["components"]["schemas"]
    words, seen = json.dumps(operation.definition.raw), set()
    while names := set(re.findall(r'"#/components/schemas/(\w+)"', words)) - seen:
        seen |= names
        words += "".join(json.dumps(schemas[name]) for name in names)
    return words


def codes_of(operation, status):
    """The codes that the document names for the operation's answer of a status. Where it has no words of its own, the component's are meant."""
    answer = operation.definition.raw["responses"].get(str(status), {})
    component = operation.schema.raw_schema["components"]["responses"].get(answer.get("$ref", "").split("/")[-1], {"description": ""})
    return re.findall(r"`([\w.]+)`", answer.get("description", component["description"]))


@schemathesis.check
def allowed_data_is_taken(ctx, response, case):
    """A request that fits the document is not refused as malformed, unless the document says so.

    It may name the code of the refusal at the operation, or say in words each rule that the values break.
    """
    if response.status_code < 400 or response.status_code >= 500 or response.status_code in OF_THE_STATE:
        return None
    if case.meta.generation.mode is not GenerationMode.POSITIVE:
        return None
    answer = response.json()
    if answer["code"] in codes_of(case.operation, response.status_code):
        return None
    if response.status_code == 400:
        words = words_of(case.operation)
        rules = [violation["description"] for violation in answer.get("details", {}).get("violations", [])]
        if answer["code"] == "call.invalid_request" and rules and all(f"Rule: {rule}." in words for rule in rules):
            return None
    raise AllowedDataRefused(operation=case.operation.label, title="Allowed data refused", message=answer["error"])
