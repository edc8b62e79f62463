// The WebAssembly module of the engine, fetched and compiled once for the screen and its worker.
import wasmUrl from '../../gen/casata.wasm?url';

export const compiled: Promise<WebAssembly.Module> = (async () => {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
})();
