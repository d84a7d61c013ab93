"""What Numba's compiler puts in place of the functions of :mod:`ludotheque.core.bits` and
:mod:`ludotheque.core.room`: single instructions, and room on the stack.

Imported only to compile: it needs Numba.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from ludotheque.core import bits
from ludotheque.core.room import room


def _instruction(name: str, *constants: ir.Constant) -> Any:
    """A function of a whole number that is one instruction on 64 bits."""

    def typed(context: Any, word: Any) -> Any:
        def code(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            wide = target.cast(builder, arguments[0], signature.args[0], types.int64)
            return getattr(builder, name)(wide, *constants)

        return types.int64(word), code

    return intrinsic(typed)


@intrinsic(prefer_literal=True)
def _room(context: Any, count: Any, kind: Any) -> Any:
    """An array on the stack of the function that it is written in."""

    def code(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        element = signature.return_type.dtype
        data = target.get_data_type(element)
        size = target.get_abi_sizeof(data)
        held = cgutils.alloca_once(builder, ir.ArrayType(data, count.literal_value))
        array = make_array(signature.return_type)(target, builder)
        whole = target.get_constant(types.intp, count.literal_value)
        populate_array(
            array,
            data=builder.bitcast(held, data.as_pointer()),
            shape=[whole],
            strides=[target.get_constant(types.intp, size)],
            itemsize=target.get_constant(types.intp, size),
            meminfo=None,
        )
        return array._getvalue()

    return types.Array(kind.dtype, 1, "C")(count, kind), code


_NEVER_ZERO = ir.Constant(ir.IntType(1), 1)

INSTRUCTIONS = {
    bits.lowest_bit: _instruction("cttz", _NEVER_ZERO),
    bits.count_bits: _instruction("ctpop"),
    room: _room,
}
