"""A page carries the words that its scripts ask for, and not all there are."""

import re

import pytest

from tripolis.server.web.render import STATIC, modules, page_words, script_words


def imported(script):
    """All that a script loads, by following its imports with another pattern than the server's."""
    text = (STATIC / f"{script}.js").read_text(encoding="utf-8")
    return {script}.union(*(imported(name) for name in set(re.findall(r'"\./(\w+)\.js"', text)) - {script}))


@pytest.mark.parametrize("script", ["table", "home", "replay", "rules", "new", "build", "score"])
def test_a_page_has_every_word_that_its_scripts_name(script):
    assert modules(script) == imported(script)
    texts = [(STATIC / f"{name}.js").read_text(encoding="utf-8") for name in imported(script)]
    named = {key for text in texts for key in re.findall(r'\bt\("(\w+)"', text)}
    begun = {
        key
        for text in texts
        for start in re.findall(r"\bt\(`(\w+)\$", text)
        for key in page_words("en")
        if key.startswith(start)
    }
    assert named | begun <= set(script_words("de", script))


def test_a_page_has_fewer_words_than_there_are():
    assert len(script_words("en", "table")) < 0.7 * len(page_words("en"))
