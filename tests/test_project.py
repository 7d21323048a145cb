"""What stands around the code: locked requirements, pinned tools, and the forge's files call what make calls."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
PYTHONS = [tail for one in PROJECT["classifiers"] if (tail := one.rpartition(" :: ")[2]).startswith("3.")]
LOCKS = {"dev.txt": "dev", "server.txt": "postgres"}  # each holds what this extra installs


class Locked(NamedTuple):
    requirement: Requirement
    hashes: list[str]


@cache
def locked(file: str) -> list[Locked]:
    text = (ROOT / "requirements" / file).read_text(encoding="utf-8").replace("\\\n", "")
    lines = [line for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]
    return [Locked(Requirement(line.partition(" --")[0]), re.findall(r"--hash=(\S+)", line)) for line in lines]


def wanted(extra: str) -> list[Requirement]:
    """What the package and an extra ask for, with the extras that this one names."""
    found = []
    for text in PROJECT["optional-dependencies"][extra]:
        requirement = Requirement(text)
        if requirement.name == PROJECT["name"]:
            found += [one for other in requirement.extras for one in wanted(other)]
        else:
            found.append(requirement)
    return found + [Requirement(text) for text in (*PROJECT["dependencies"], *PYPROJECT["build-system"]["requires"])]


def for_python(python: str) -> dict[str, str]:
    return {"python_version": python, "python_full_version": f"{python}.9", "sys_platform": "linux", "os_name": "posix"}


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("file", LOCKS)
def test_every_dependency_has_one_locked_version_that_fits(file, python):
    here = for_python(python)
    chosen: dict[str, Version] = {}
    for requirement, _ in locked(file):
        if requirement.marker is None or requirement.marker.evaluate(here):
            name = canonicalize_name(requirement.name)
            assert name not in chosen, f"{name} is locked twice for Python {python}"
            (pin,) = requirement.specifier
            assert pin.operator == "==", requirement
            chosen[name] = Version(pin.version)
    for requirement in wanted(LOCKS[file]):
        if requirement.marker is None or requirement.marker.evaluate(here):
            version = chosen.get(canonicalize_name(requirement.name))
            assert version, f"{requirement.name} is not locked: make lock"
            assert version in requirement.specifier, f"{requirement} is locked as {version}: make lock"


@pytest.mark.parametrize("file", LOCKS)
def test_locked_files_have_hashes_and_name_no_index(file):
    for requirement, hashes in locked(file):
        assert hashes and all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in hashes), requirement
    text = (ROOT / "requirements" / file).read_text(encoding="utf-8")
    assert not re.search(r"://|--(index|extra-index|find-links|trusted-host)|@ ", text)


def test_tools_are_pinned():
    """A new release of a tool must break neither `make lint` nor `make lock`."""
    dev = {one.name: str(one.specifier) for one in map(Requirement, PROJECT["optional-dependencies"]["dev"])}
    for tool in ("ruff", "mypy", "import-linter", "uv"):
        assert re.fullmatch(r"==[\d.]+", dev[tool]), f"{tool}{dev[tool]}"


def test_the_workflow_runs_lint_and_tests_on_every_python_that_the_package_names():
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert re.findall(r"^ +- run: (.+)$", text, re.MULTILINE) == ["make lint", "make test", "make audit"]
    assert re.findall(r'"(3\.\d+)"', text) == PYTHONS
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"


def test_the_workflow_audits_the_locked_versions_and_lists_the_parts():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    tool = re.search(r"^AUDIT = (.+)$", makefile, re.MULTILINE)[1]
    assert re.match(r"pip-audit@[\d.]+ ", tool) and "--requirement requirements/server.txt" in tool
    audit = re.search(r"^audit:.*\n((?:\t.+\n)+)", makefile, re.MULTILINE)[1]
    assert "--format cyclonedx-json --output build/parts.json" in audit
    assert audit.rstrip().endswith("$(AUDIT)"), "what it finds fails the job"
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert "- run: make audit" in workflow and "path: build/parts.json" in workflow


def test_commit_hooks_call_what_make_lint_calls():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    lint = re.search(r"^lint:.*\n((?:\t.+\n)+)", makefile, re.MULTILINE)[1].replace("$(BIN)", ".venv/bin")
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"^ +entry: (.+)$", hooks, re.MULTILINE)
    assert len(entries) == len(lint.splitlines())
    for entry, command in zip(entries, lint.splitlines(), strict=True):
        assert command.strip().startswith(entry), f"make lint calls {command.strip()}, the hook {entry}"


def test_the_places_named_by_where_do_i_change_exist():
    text = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
    section = re.search(r"^## Where do I change .+?(?=^## )", text, re.MULTILINE | re.DOTALL)[0]
    named = re.findall(r"`((?:src|benchmarks|tools|tests)/[^`]*)`", section)
    assert len(named) > 30
    for place in named:
        for game in ("quadropolis", "metropolys", "ubuild"):
            assert (ROOT / place.replace("GAME", game)).exists(), f"docs/contributing.md names {place}"
    for name, place in re.findall(r"`([A-Z_]+)` in `([^`]+)`", section):
        assert re.search(rf"^{name}\b", (ROOT / place).read_text(encoding="utf-8"), re.MULTILINE), (
            f"{place} has no {name}"
        )
