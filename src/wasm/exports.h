/* exports.h: marks a function for the host of a WebAssembly module under its own name. */
#ifndef CASATA_EXPORTS_H
#define CASATA_EXPORTS_H

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name))) name
#else
#define EXPORT(name) name
#endif

#endif
