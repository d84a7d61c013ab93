"""What PettingZoo and Gymnasium call spaces, made from a game's sizes."""

import numpy as np

from ludotheque.research.course import Course

try:
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("environments need Gymnasium: pip install 'ludotheque[research]'") from error


def seen(course: Course) -> spaces.Box:
    """The space of what a seat sees."""
    if course.is_dense:
        return spaces.Box(0, 1, (course.traits,), np.int8)
    return spaces.Box(0, course.traits, (course.most,), np.uint16)


def seen_and_mask(course: Course) -> spaces.Dict:
    """The space of what a seat sees and of its mask."""
    mask = spaces.Box(0, 1, (course.actions,), np.int8)
    return spaces.Dict({"observation": seen(course), "action_mask": mask})


def every_action(course: Course) -> spaces.Discrete:
    """The space of actions, of which a mask tells the legal ones."""
    return spaces.Discrete(course.actions)
