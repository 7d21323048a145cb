"""What must hold for the score helpers of all games."""

import pytest

from tripolis import BadCity


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


def assert_kept_for_others(editor, *steps):
    """Another number of players keeps what was put in, and goes back; a wrong one is refused."""
    for step in steps:
        editor.play(step)
    three = editor.for_players(3)
    assert three.players == 3 and three.verdict()[0].points == editor.verdict()[0].points
    assert three.for_players(2).state == editor.state
    assert type(editor).from_state(three.state).state == three.state
    with pytest.raises(BadCity):
        editor.for_players(9)


def assert_fields_are_steps(editor):
    """Whatever a field offers is a step, and shows as its value then."""
    for field in editor.fields():
        values = [value for value, _ in field.choices if field.step.replace("{}", value) != "0+s"]
        if field.most is not None:
            values = ["0", str(field.most)]
        elif not field.choices:
            values = ["no" if field.value == "yes" else "yes"]
        for value in values:
            trial = type(editor).from_state(editor.state)
            trial.play(field.step.replace("{}", value))
            (again,) = [other for other in trial.fields() if other.step == field.step] or [field]
            assert again.value == value, (field.step, value)
