"""The functions of :mod:`ludotheque.core.bits` as single instructions, for Numba's compiler.

Imported only to compile: it needs Numba.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ludotheque.core import bits


def _instruction(name: str, *constants: ir.Constant) -> Any:
    """A function of a whole number that is one instruction on 64 bits."""

    def typed(context: Any, word: Any) -> Any:
        def code(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            wide = target.cast(builder, arguments[0], signature.args[0], types.int64)
            return getattr(builder, name)(wide, *constants)

        return types.int64(word), code

    return intrinsic(typed)


_NEVER_ZERO = ir.Constant(ir.IntType(1), 1)

INSTRUCTIONS = {
    bits.lowest_bit: _instruction("cttz", _NEVER_ZERO),
    bits.count_bits: _instruction("ctpop"),
}
