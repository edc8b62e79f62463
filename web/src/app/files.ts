// Files on the person's disk.

export function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A name as stored by match files and the server: at most 31 bytes. */
export function clipName(name: string): string {
  let out = name.trim().replace(/[\p{C}]/gu, '');
  while (new TextEncoder().encode(out).length > 31) out = [...out].slice(0, -1).join('');
  return out;
}
