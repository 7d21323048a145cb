"""Arrays on a GPU, handed to other libraries without a copy (DLPack)."""

from __future__ import annotations

import ctypes
from typing import Any

CPU, CUDA = 1, 2
"""Kinds of devices as DLPack numbers them."""
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
"""Kinds of numbers as DLPack numbers them, by NumPy's letters."""
NAME = b"dltensor"


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))

_lent: dict[int, tuple[Any, ...]] = {}
"""What is in use elsewhere, by address: it is kept until the other library lets it go."""


def _forget(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


_let_go = _Deleter(_forget)


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)


class Shared:
    """A view of an array of NumPy or of Numba on a GPU that any library with `from_dlpack` reads where it lies."""

    def __init__(self, array: Any, turned: bool = False) -> None:
        """`turned` swaps the axes (Numba's own `.T` would be a copy)."""
        step = -1 if turned else 1
        self.array, self.dtype = array, array.dtype
        self.shape, self.strides = array.shape[::step], array.strides[::step]
        on_gpu = hasattr(array, "__cuda_array_interface__")
        self.device = (CUDA if on_gpu else CPU), 0
        interface = array.__cuda_array_interface__ if on_gpu else array.__array_interface__
        self._address = interface["data"][0]

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device

    def __dlpack__(self, **_wishes: Any) -> Any:
        """A capsule. Whoever asks need not wait for a stream: every step waits for the GPU itself."""
        n, size = len(self.shape), self.dtype.itemsize
        shape = (ctypes.c_int64 * n)(*self.shape)
        strides = (ctypes.c_int64 * n)(*(step // size for step in self.strides))
        managed = _Managed()
        tensor = managed.tensor
        tensor.data, (tensor.device_type, tensor.device_id) = self._address, self.device
        tensor.ndim, tensor.shape, tensor.strides, tensor.byte_offset = n, shape, strides, 0
        tensor.code, tensor.bits, tensor.lanes = CODES[self.dtype.kind], 8 * size, 1
        managed.deleter = _let_go
        address = ctypes.addressof(managed)
        _lent[address] = managed, shape, strides, self.array
        return _new_capsule(address, NAME, None)
