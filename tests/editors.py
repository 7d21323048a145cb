"""What must hold for the score helpers of all games."""

import pytest


def assert_refused(editor, step, error):
    """A wrong step is refused with a sentence, and changes nothing."""
    before = editor.state
    with pytest.raises(error) as refused:
        editor.play(step)
    assert str(refused.value) and editor.state == before


def click(editor, *path):
    """Take the one step that has this path of clicks."""
    (move,) = [move for move in editor.moves() if move.path == path]
    editor.play(move.text)
