// door.mjs: casata.wasm under node: requests of docs/protocol.md as objects (src/wasm/exports.c).
import {readFileSync} from 'node:fs';

/** The module at a path; `open` gives a function from request to reply, with `think` and `give`. */
export function load(path) {
  const module = new WebAssembly.Module(readFileSync(path));
  const c = new WebAssembly.Instance(module, {}).exports;
  c._initialize();
  const put = bytes => {
    const at = c.input(bytes.length); // may let the memory grow
    new Uint8Array(c.memory.buffer, at, bytes.length).set(bytes);
  };
  const open = () => {
    const e = c.engine_open();
    const ask = request => {
      const line = new TextEncoder().encode(typeof request === 'string' ? request : JSON.stringify(request));
      put(line);
      const at = c.ask(e, line.length);
      return JSON.parse(new TextDecoder().decode(new Uint8Array(c.memory.buffer, at, c.reply_size())));
    };
    /** A request that thinks, in portions. */
    ask.think = (request, paths = 24) => {
      const begun = ask({...request, later: true});
      if (!begun.ok) return begun;
      while (c.think(e, paths));
      return ask({cmd: 'thought'});
    };
    /** A request about bytes. */
    ask.give = (bytes, request) => { put(bytes); c.hand_over(e, bytes.length); return ask(request); };
    ask.close = () => c.engine_close(e);
    return ask;
  };
  return {imports: WebAssembly.Module.imports(module), open, memory: () => c.memory.buffer.byteLength};
}
