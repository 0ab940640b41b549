"""What schemathesis checks beside its own rules: whether a refusal of data that the document allows is said in its words."""

import json
import re

import schemathesis
from schemathesis.core.failures import Failure
from schemathesis.generation.modes import GenerationMode


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


@schemathesis.check
def allowed_data_is_taken(ctx, response, case):
    """A request that fits the document is not refused as malformed, unless the document says the rule in words.

    A feature may refuse values that only its rows or settings tell right from wrong, such as the token of a page. Such a refusal has
    a reason of the feature; `call.` and `request.` are what the server says of the request itself.
    """
    if response.status_code != 400 or case.meta.generation.mode is not GenerationMode.POSITIVE:
        return None
    answer = response.json()
    if answer["code"].split(".")[0] not in ("call", "request"):
        return None
    words = words_of(case.operation)
    rules = [violation["description"] for violation in answer.get("details", {}).get("violations", [])]
    if rules and all(f"Rule: {rule}." in words for rule in rules):
        return None
    raise AllowedDataRefused(operation=case.operation.label, title="Allowed data refused", message=answer["error"])
