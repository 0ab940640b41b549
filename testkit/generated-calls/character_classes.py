"""Makes hypothesis list the characters of each large class once.

The patterns of names have the letters of all scripts. Hypothesis adds the 140 000 characters of such a class one by one,
whenever it builds a strategy with the pattern, which was nearly all of the time of generated calls.
"""

from hypothesis.strategies._internal import regex
from hypothesis.strategies._internal.lazy import unwrap_strategies

# Classes with fewer members are listed in no time.
LARGE = 50

strategy_of = regex._strategy
classes = {}


def strategy_with_classes(codes, context, is_unicode, *, alphabet):
    if not (isinstance(codes, tuple) and codes[0] is regex.sre.IN and len(codes[1]) >= LARGE and alphabet is not None):
        return strategy_of(codes, context, is_unicode, alphabet=alphabet)
    key = (tuple(codes[1]), context.flags, is_unicode, unwrap_strategies(alphabet).intervals)
    if key not in classes:
        classes[key] = strategy_of(codes, context, is_unicode, alphabet=alphabet)
    return classes[key]


# It calls itself by its name in the module.
regex._strategy = strategy_with_classes
