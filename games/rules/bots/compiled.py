"""Knows how to make machine code of the search core; it alone imports numpy and numba.

Only a process that thinks imports this: the first import takes seconds, and a first run compiles
(the result is kept on disk where that can be written).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

from games.rules.bots import masks


def machine_code(*modules: ModuleType) -> dict[str, Callable[..., Any]]:
    """Every function of the modules as machine code, by name; later modules see earlier ones.

    The functions call each other by name, so each is given a copy of its module's names in which
    functions are compiled and tables of integers are arrays.
    """
    made: dict[str, Callable[..., Any]] = {}
    for module in modules:
        names: dict[str, Any] = {"__name__": module.__name__}
        for name, value in vars(module).items():
            if isinstance(value, FunctionType):
                if value.__module__ == module.__name__:
                    own = FunctionType(value.__code__, names, name, value.__defaults__)
                    made[name] = _jit(own)
                names[name] = made[name]
            elif isinstance(value, tuple) and value and isinstance(value[0], int):
                names[name] = np.array(value, dtype=np.int64)
            elif isinstance(value, int):
                names[name] = value
    return made


def _jit(function: FunctionType) -> Callable[..., Any]:
    try:
        compiled: Callable[..., Any] = numba.njit(function, cache=True, error_model="numpy")
    except RuntimeError:  # there is no place on disk to keep it
        compiled = numba.njit(function, error_model="numpy")
    return compiled


CODE = machine_code(masks)


def row(values: masks.Ints | Sequence[masks.Ints]) -> Any:
    """Integers, or rows of them, as the array the compiled functions take."""
    return np.array(values, dtype=np.int64)


def rows(number: int, size: int) -> Any:
    """Rows of zeros for the compiled functions to work in."""
    return np.zeros((number, size), dtype=np.int64)
