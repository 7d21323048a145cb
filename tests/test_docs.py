"""The documentation is true: its examples run, its links lead somewhere, and it names all that it must name.

Blocks marked `python` are executed, `pycon` are doctests, `console` are shell commands whose output is compared; all
blocks of a page share one namespace and one temporary folder. `UNTRIED` says why blocks of other languages are not
run here. What the site takes from the code is tried in `test_docs_site.py`.
"""

from __future__ import annotations

import doctest
import inspect
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer.main

import tripolis
from tripolis.cli import app
from tripolis.engine.rooms import Advice, Book, Face, Helper, Rules, SearchPlan

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
MEASURED = DOCS / "performance.md"  # figures are measured there, not repeated here
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "SECURITY.md", *sorted(DOCS.rglob("*.md"))]
FENCE = re.compile(r"^```(?P<language>[a-z{}]*)[^\n]*\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]\n]*\]\((?P<target>[^)\s]+)\)")
UNTRIED = {
    "py": "run against a server by tests/server/test_example_bot.py, or quoted from the toy word for word",
    "sh": "starts something that stays, installs, or takes minutes; names of commands, options, extras and files are looked up",
    "json": "what the server answers; compared by tests/server/test_example_bot.py",
    "toml": "a part of another package",
    "text": "no code",
    "ini": "a file of systemd",
    "nginx": "a file of nginx",
    "dockerfile": "a file of Docker",
    "{toctree}": "what Sphinx does; the site is built by tests/test_docs_site.py",
    "{include}": "likewise",
}
COMMAND = re.compile(r"(?:^|`)(?:\.venv/bin/)?tripolis ((?:[a-z]+|--)[^`\n#]*)", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block of a page; `line` is that of its first line."""

    line: int
    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(text.count("\n", 0, found.start("text")) + 1, found["language"], found["text"])
        for found in FENCE.finditer(text)
    ]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


# ------------------------------------------------------------------- examples


def run_python(page: Path, block: Block, names: dict[str, Any]) -> None:
    """Execute a block; an error points at the line of the page."""
    exec(compile("\n" * (block.line - 1) + block.text, str(page), "exec"), names)


def run_doctest(page: Path, block: Block, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, names, name_of(page), str(page), block.line - 1)
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    assert not said, "".join(said)


def commands(block: Block) -> list[tuple[str, str]]:
    """Commands (`$ ` and, where they go on, `> `) with the output that must follow."""
    found: list[tuple[str, str]] = []
    open_command = False
    for line in block.text.splitlines():
        command, output = found[-1] if found else ("", "")
        if line.startswith("$ "):
            found.append((line[2:], ""))
            open_command = True
        elif open_command and (line.startswith("> ") or line == ">"):
            found[-1] = (f"{command}\n{line[2:]}", output)
        else:
            found[-1] = (command, f"{output}{line}\n")
            open_command = False
    return found


def run_console(page: Path, block: Block) -> None:
    for command, expected in commands(block):
        ran = subprocess.run(
            ["bash", "-c", command],
            env={
                **os.environ,
                "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
                "TRIPOLIS_PLAIN": "1",
                "TRIPOLIS_LANG": "en",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert ran.stdout == expected, f"{name_of(page)}, line {block.line}: {command}\n{ran.stdout}"


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if page != MEASURED], ids=name_of)
def test_the_examples_of_a_page_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__docs__"}
    for block in blocks(page):
        if block.language == "python":
            run_python(page, block, names)
        elif block.language == "pycon":
            run_doctest(page, block, names)
        elif block.language == "console":
            run_console(page, block)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_is_run_or_says_why_not(page):
    for block in blocks(page):
        known = block.language in ("python", "pycon", "console", *UNTRIED)
        assert known, f"{name_of(page)}, line {block.line}: a block of {block.language or 'no language'} is never tried"
    fences = re.findall(r"^```", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(fences) == 2 * len(blocks(page)), f"{name_of(page)}: a block does not end"


def test_readme_has_an_example_of_each_kind():
    languages = {block.language for block in blocks(ROOT / "README.md")}
    assert {"pycon", "console"} <= languages


def test_quotations_of_the_toy_are_word_for_word():
    toy = (ROOT / "tests" / "toy" / "__init__.py").read_text(encoding="utf-8")
    quoted = [block for block in blocks(DOCS / "makers.md") if block.language == "py"]
    assert quoted
    for block in quoted:
        for part in block.text.split("\n...\n"):
            assert part.strip("\n") in toy, f"makers.md, line {block.line}: the toy no longer says\n{part}"


# ---------------------------------------------------------------------- links


def anchors(page: Path) -> set[str]:
    """The names of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    for found in LINK.finditer(FENCE.sub("", page.read_text(encoding="utf-8"))):
        target, _, anchor = found["target"].partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        other = (page.parent / target).resolve() if target else page
        assert other.exists(), f"{name_of(page)} leads to {target}, which is not there"
        assert not anchor or anchor in anchors(other), f"{name_of(page)} leads to {found['target']}: no such heading"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_make_targets_exist(page):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = re.findall(r"`make ([a-z-]+)", page.read_text(encoding="utf-8"))
    for block in blocks(page):
        named += re.findall(r"^make ([a-z-]+)", block.text, re.MULTILINE) if block.language == "sh" else []
    for target in named:
        assert f"\n{target}:" in makefile, f"{name_of(page)} names make {target}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_and_their_options_exist(page):
    """In blocks that are not run and in the text: `tripolis serve --port 80` needs a command and an option of these
    names."""
    shell = "\n".join(block.text for block in blocks(page) if block.language in ("sh", "ini", "dockerfile"))
    prose = FENCE.sub("", page.read_text(encoding="utf-8"))
    for line in COMMAND.findall(shell) + re.findall(r"`tripolis ([a-z-][^`]*)`", prose):
        command, words = typer.main.get_command(app), shlex.split(line)
        while words and hasattr(command, "commands"):
            if words[0].startswith("-"):
                break
            if words[0] in (*tripolis.game_names(), "GAME"):  # `tripolis arena GAME` is `tripolis arena play GAME`
                words.insert(0, command.usual_command)
            assert words[0] in command.commands, f"{name_of(page)}: there is no command tripolis {line}"
            command = command.commands[words.pop(0)]
        options = {name for one in command.params for name in (*one.opts, *one.secondary_opts)} | {"--help"}
        for word in words:
            name = word.partition("=")[0]
            if name.startswith("-") and name != "-":
                assert name in options, f"{name_of(page)}: tripolis {line} has no option {name}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_extras_and_scripts_exist(page):
    text = page.read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for extra in re.findall(r"tripolis\[([a-z]+)\]", text):
        assert extra in project["optional-dependencies"], f"{name_of(page)} names tripolis[{extra}]"
    for script in re.findall(r"python ((?:benchmarks|tools|examples)/\S+\.py)", text):
        assert (ROOT / script).is_file(), f"{name_of(page)} names {script}"


# ---------------------------------------------------------------------- names


def test_every_dependency_has_its_reason():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    for more in project["project"].get("optional-dependencies", {}).values():
        wanted += [one for one in more if not one.startswith("tripolis[")]
    text = (DOCS / "dependencies.md").read_text(encoding="utf-8")
    for requirement in wanted:
        name = re.match(r"[A-Za-z0-9._-]+", requirement)[0]
        assert re.search(rf"^\| `{re.escape(name)}` \| \S", text, re.MULTILINE), f"docs/dependencies.md lacks {name}"
    named = set(re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE))
    assert named == {re.match(r"[A-Za-z0-9._-]+", requirement)[0] for requirement in wanted}, "one too many"


@pytest.mark.parametrize("name", tripolis.game_names())
def test_every_ruling_that_the_sources_name_is_in_the_book(name):
    rulings = {ruling.number for ruling in tripolis.game(name).book.rulings}
    for file in (*(ROOT / "tests" / name).glob("*.py"), *(ROOT / "src/tripolis/games" / name).rglob("*.py")):
        named = re.findall(r"\b[Rr]ulings? ((?:[RT]?\d+a?(?:, | and | to )?)+)", file.read_text(encoding="utf-8"))
        for number in re.findall(r"[RT]?\d+a?", " ".join(named)):
            assert number in rulings, f"{file.name} names the ruling {number}"


@pytest.mark.parametrize("name", tripolis.game_names())
def test_every_option_is_written_down(name):
    text = (DOCS / "rules" / f"{name}.md").read_text(encoding="utf-8")
    for option in tripolis.game(name).options:
        row = rf"^\| `{option.name}` \| .*`{re.escape(option.show(option.default))}` \|"
        assert re.search(row, text, re.MULTILINE), f"docs/rules/{name}.md lacks the option {option.name}"


def test_every_part_of_a_room_is_explained():
    """The tables of the contract are made from these sentences."""
    for room in (Rules, Face, Book, Helper, Advice, SearchPlan):
        for name, said in re.findall(r'^    (\w+): [^\n]*\n(    """)?', inspect.getsource(room), re.MULTILINE):
            assert said, f"{room.__name__}.{name} has no sentence"


def stable_modules() -> set[str]:
    """The modules that python.md calls stable; `.name` goes on from the package of the first in its row."""
    modules = set()
    for row in re.findall(r"^\| (`tripolis.*?) \|", (DOCS / "python.md").read_text(encoding="utf-8"), re.MULTILINE):
        first, *more = re.findall(r"`([\w.]+)`", row)
        modules |= {first} | {(first.rpartition(".")[0] if name[0] == "." else "") + name for name in more}
    return modules


def test_what_the_pages_teach_is_stable():
    """Whoever copies an example builds on it."""
    taught = set()
    for page in PAGES:
        for block in blocks(page):
            if block.language in ("python", "pycon"):
                taught |= set(re.findall(r"^(?:>>> )?(?:from|import) (tripolis[\w.]*)", block.text, re.MULTILINE))
                assert "game.call(" not in block.text, f"{name_of(page)}, line {block.line}"
    assert len(taught) > 10 and taught <= stable_modules(), taught - stable_modules()
