"""The reference of the HTTP API, from the OpenAPI document that the server makes of itself."""

from __future__ import annotations

import json
import logging
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .markdown import cell, code, listing, parts, table

METHODS = ("get", "put", "post", "delete", "patch")
Document = Mapping[str, Any]


def document() -> Document:
    """What the server says at /api/schema/openapi.json, without starting it."""
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it greets at length
    from tripolis.server.app import create_app
    from tripolis.server.settings import from_environment

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(from_environment(data=Path(folder)))
        return app.openapi_schema.to_schema()  # type: ignore[no-any-return]


def operations(found: Document) -> Iterator[tuple[str, str, Document]]:
    """Every route: method, path, what is said of it."""
    for path, item in found["paths"].items():
        for method in METHODS:
            if method in item:
                yield method.upper(), path, item[method]


def page(about: str, root: str) -> str:
    """Every route by its group, and every kind of request body."""
    found = document()
    groups: dict[str, list[tuple[str, str, Document]]] = {}
    for method, path, operation in operations(found):
        groups.setdefault((operation.get("tags") or ["Other"])[0], []).append((method, path, operation))
    overview = [
        (code(f"{method} {path}"), f"[{cell(operation['summary'])}](#{anchor(operation)})")
        for routes in groups.values()
        for method, path, operation in routes
    ]
    made = [f"{len(overview)} routes.", table(("route", "what"), overview)]
    for tag, routes in groups.items():
        made.append(f"## {cell(tag)}")
        made += [route(found, *one) for one in routes]
    made += ["## Bodies", *(body(found, name) for name in sorted(found["components"]["schemas"]))]
    return parts(*made)


def anchor(operation: Document) -> str:
    """The name of a route on the page."""
    return f"op-{operation['operationId'].lower()}"


def route(found: Document, method: str, path: str, operation: Document) -> str:
    """One route: parameters, body, answers, examples."""
    made = [
        f"({anchor(operation)})=\n### {cell(operation['summary'])}",
        code(f"{method} {path}"),
        cell(operation["description"]),
    ]
    given = [
        (
            code(one["name"]),
            one["in"],
            "yes" if one.get("required") else "",
            kind(one["schema"]),
            cell(one.get("description", "")),
        )
        for one in operation.get("parameters", ())
    ]
    if given:
        made.append(table(("parameter", "where", "needed", "type", "meaning"), given))
    content = next(iter(operation.get("requestBody", {}).get("content", {}).values()), None)
    if content:
        made.append(f"**Body**: {kind(content['schema'])}")
        made += example(content)
    rows = []
    for status, answer in operation["responses"].items():
        kinds = ", ".join(map(code, answer.get("content", {})))
        rows.append((status, cell(answer["description"]), kinds))
        if int(status) < 300:
            for one in answer.get("content", {}).values():
                made += ["**Answer**", *example(one)] if example(one) else []
    return parts(*made, table(("status", "when", "content"), rows))


def example(content: Document) -> list[str]:
    """The first example, as JSON or as text."""
    shown = [one["value"] for one in content.get("examples", {}).values()] or content["schema"].get("examples", [])
    if not shown:
        return []
    one = shown[0]
    return [
        listing(one.rstrip("\n"))
        if isinstance(one, str)
        else listing(json.dumps(one, indent=2, ensure_ascii=False), "json")
    ]


def kind(schema: Document) -> str:
    """A type in words; those with a name lead to their fields."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#body-{name.lower()})"
    for key, word in (("allOf", " and "), ("oneOf", " or "), ("anyOf", " or ")):
        if key in schema:
            return word.join(dict.fromkeys(kind(one) for one in schema[key]))
    said = schema.get("type", "anything")
    said = " or ".join(said) if isinstance(said, list) else said
    if said == "array":
        return f"list of {kind(schema.get('items', {}))}"
    if "enum" in schema:
        return " or ".join(code(one) for one in schema["enum"])
    limits = [f"{word} {schema[key]}" for key, word in LIMITS.items() if key in schema]
    return f"{said} ({', '.join(limits)})" if limits else said


LIMITS = {
    "minLength": "at least this long:",
    "maxLength": "at most this long:",
    "minimum": "from",
    "maximum": "to",
    "pattern": "form",
    "format": "as",
}


def body(found: Document, name: str) -> str:
    """The fields of a named type."""
    schema = found["components"]["schemas"][name]
    needed = schema.get("required", ())
    rows = [
        (
            code(key),
            kind(one).replace("|", r"\|"),
            "yes" if key in needed else "",
            _default(one),
            cell(one.get("description", "")),
        )
        for key, one in schema.get("properties", {}).items()
    ]
    said = cell(schema.get("description", ""))
    return parts(
        f"(body-{name.lower()})=\n### {name}",
        said,
        table(("field", "type", "needed", "default", "meaning"), rows) if rows else "No fields.",
    )


def _default(schema: Document) -> str:
    return code(json.dumps(schema["default"], ensure_ascii=False)) if "default" in schema else ""
