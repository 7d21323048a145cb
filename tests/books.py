"""What the tests of every game's book look up in it."""

from tripolis.engine.guide import start


def picture_of(game, title, number=0):
    """A picture of a section of the rules."""
    return next(section.pictures[number] for section in game.book.guide if str(section.title) == title)


def match_of(game, picture):
    """The match of a picture, played to its moment."""
    match = start(game, picture.options, picture.seed)
    match.play(*picture.moves)
    return match
