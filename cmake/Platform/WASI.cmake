# CMake 3.25 does not know the system name WASI; nothing of a host platform applies to it.
set(WASI 1)
