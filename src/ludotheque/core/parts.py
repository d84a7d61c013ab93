"""How Numba compiles a kernel of ours that only other kernels call.

It becomes part of its callers, and nobody ever jumps to machine code of its own: none is made, and
what is kept on disk is what LLVM links into a caller. Numbers that a caller writes out are taken as
plain arguments, where Numba would compile the kernel once for each.

Imported only to compile: it needs Numba, and goes by the inside of the versions it was tried with.
With any other version kernels compile Numba's own way, and only take longer.
"""

from functools import partial
from typing import Any

import numba
from llvmlite import binding
from numba import types
from numba.core.caching import Cache, CompileResultCacheImpl
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, compile_result

TRIED = ("0.68.",)


def as_part(made: Any) -> None:
    """Let a function that Numba is going to compile be one."""
    if not numba.__version__.startswith(TRIED):
        return
    made._compiler.pipeline_class = _Compiler
    if made._cache.cache_path is not None:
        made._cache = _Cache(made.py_func)
    made.compile = partial(_compile, made)


def _compile(part: Any, signature: Any) -> Any:
    """Compile a part for arguments of these types, or read it from disk."""
    arguments = tuple(map(types.unliteral, signature))
    if arguments not in part.overloads:
        kept = part._cache.load_overload(arguments, part.targetctx)
        part.add_overload(kept or part._compiler.compile(arguments, None))
        if kept is None:
            part._cache.save_overload(arguments, part.overloads[arguments])
    return part.overloads[arguments].entry_point


class _Compiler(Compiler):
    """Numba's compiler, stopping before machine code."""

    def compile_extra(self, function: Any) -> Any:
        codegen = self.state.targetctx.codegen()
        self.state.library = _Library(codegen, function.__qualname__)
        return super().compile_extra(function)


class _Library(JITCodeLibrary):
    """Optimised code to be linked into that of callers."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        return 0  # there is no such machine code

    @property
    def codegen(self) -> Any:
        return _Nowhere


class _Nowhere:
    """What Numba would tell of a function's constants for Python: ours have none."""

    @staticmethod
    def set_env(name: str, environment: Any) -> None: ...


class _Kept(CompileResultCacheImpl):
    """A part as it is kept on disk."""

    def reduce(self, part: Any) -> Any:
        part.fndesc.typemap = part.fndesc.calltypes = None  # large, and only for compiling
        bitcode = part.library._get_module_for_linking().as_bitcode()
        return part.library.name, bitcode, part.fndesc, part.environment, part.signature

    def rebuild(self, target: Any, kept: Any) -> Any:
        name, bitcode, description, environment, signature = kept
        library = _Library(target.codegen(), name)
        library._final_module = binding.parse_bitcode(bitcode)
        library._finalize_final_module()
        entry = target.get_executable(library, description, environment)
        target.insert_user_function(entry, description, [library])
        return compile_result(
            typing_context=target.typing_context, target_context=target, entry_point=entry,
            library=library, fndesc=description, environment=environment, signature=signature,
            objectmode=False, lifted=(),
        )  # fmt: skip


class _Cache(Cache):
    """Numba's files on disk, for parts."""

    _impl_class = _Kept  # type: ignore[assignment]
