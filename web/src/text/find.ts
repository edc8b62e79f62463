// Text search, ignoring case and accents.
export const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l');
/** Is every word of the query in the text? */
export function finder(query: string): (text: string) => boolean {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return (text) => {
    const all = plain(text);
    return words.every((word) => all.includes(word));
  };
}
