// The colours that a game assigns to the seats, if any. Knows no game.

/** Style properties by name, "--seat-0" and "--seat-0-ink". */
const propertiesOf = (colours: readonly string[] = []): [string, string][] =>
  colours.flatMap((colour, seat): [string, string][] =>
    colour ? [[`--seat-${seat}`, `var(--colour-${colour})`], [`--seat-${seat}-ink`, `var(--colour-${colour}-ink)`]] : [],
  );
/** As the style of one element. */
export const styleOf = (colours?: readonly string[]): string => propertiesOf(colours).map(([name, value]) => `${name}:${value}`).join(';');
/** On the whole page, until the returned function is called. */
export function paintSeats(colours?: readonly string[]): () => void {
  const { style } = document.documentElement, properties = propertiesOf(colours);
  for (const [name, value] of properties) style.setProperty(name, value);
  return () => properties.forEach(([name]) => style.removeProperty(name));
}
