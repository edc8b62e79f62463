/** What is read once for each name; after a failure again, when it is next wanted. */
export function once<T>(read: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const all = new Map<string, Promise<T>>();
  return (name) => {
    let one = all.get(name);
    if (!one) {
      one = read(name);
      one.catch(() => all.delete(name));
      all.set(name, one);
    }
    return one;
  };
}
