// The games with a one-page guide, and its location. Knows no game.
const files = import.meta.glob<string>('../../gen/guides/*.txt', { query: '?url', import: 'default', eager: true });
export const guideUrl = (game: string): string | undefined => files[`../../gen/guides/${game}.txt`];
export const hasGuide = (game: string): boolean => guideUrl(game) !== undefined;
