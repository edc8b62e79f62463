// Board files: boards/<game>.svg gives the pictures, the places of the slots and the symbols of pieces. Knows the
// contract of these files (boards/README.md), not the games.
import { once } from '../once';
import type { Box, Room, Spread } from './layout';

const files = import.meta.glob<string>('../../boards/*.svg', { query: '?url', import: 'default', eager: true });

export interface Place extends Room {
  /** The slot's figure or print is elsewhere in the picture, or nowhere. */
  hasValue: boolean;
  hasPrint: boolean;
  hasAlso: boolean;
  /** Little room: pieces show their small faces. */
  small: boolean;
}
/** The place of a family whose slots form a tree. */
export interface Region extends Box {
  /** Kinds of pieces that are seals below the others. */
  seals: Set<string>;
  small: boolean;
}
/** A position on a piece: centre and size, in the symbol's units. */
export type Spot3 = [number, number, number];
export const PIECE_UNITS = 48;
/** The common board, or the board that every player has. */
export interface Sheet {
  view: Box;
  picture: SVGSVGElement;
  places: Map<string, Place>;
  regions: Map<string, Region>;
  /** The weight of its size when boards share the screen. */
  worth: number;
  /** The least width in pixels at which its texts are legible; 0: unknown. */
  least: number;
}
export interface Art {
  game: string;
  common: Sheet;
  player: Sheet;
  /** The summary of another player's board. */
  other: Sheet;
  /** The board for solo play. */
  alone: Sheet;
  /** For narrow screens, one at a time. */
  readonly narrow: { common: Sheet; player: Sheet };
  /** The element with the symbols; its words are translated too. */
  holder: SVGSVGElement;
  /** Address of a symbol, if the file has it. */
  symbol(name: string): string | undefined;
  /** The positions of the owner's mark and the figure on a kind of piece. */
  markSpot(kind: string): Spot3;
  valueSpot(kind: string, face?: string): Spot3;
  /** The least width in pixels at which a symbol's fine print is legible. */
  finePixels(symbol: string): number;
  /** Height of a kind of piece, for a width of 1. Cards are taller than wide. */
  tall(kind: string): number;
  /** The same for any symbol. */
  tallSymbol(name: string): number;
  /** The names of all symbols, in the order of the file. */
  symbols: readonly string[];
}

const SVG = 'http://www.w3.org/2000/svg';

/** Ids are unique within a file only; a page may hold several. */
function ownIds(text: string, game: string): string {
  return text
    .replace(/(\s)id="([^"]+)"/g, `$1id="${game}--$2"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${game}--$1)`)
    .replace(/href="#([^"]+)"/g, `href="#${game}--$1"`);
}

/** The page's CSP forbids inline styles: they become rules of the document. */
function adoptStyles(root: Document): void {
  for (const style of root.querySelectorAll('style')) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.textContent ?? '');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    style.remove();
  }
}

function readView(svg: Element): Box {
  const [x = 0, y = 0, w = 100, h = 100] = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  return { x, y, w, h };
}

/** Boxes of the slots in the sheet's own coordinates, measured after the browser's layout. */
function measure(picture: SVGSVGElement, view: Box): Pick<Sheet, 'places' | 'regions'> {
  const probe = picture.cloneNode(true) as SVGSVGElement;
  probe.setAttribute('width', String(view.w));
  probe.setAttribute('height', String(view.h));
  probe.setAttribute('class', 'probe');
  document.body.append(probe);
  const toSheet = probe.getScreenCTM()!.inverse();
  const named = (attribute: string) =>
    new Set([...probe.querySelectorAll(`[${attribute}]`)].map((element) => element.getAttribute(attribute)!));
  const boxOf = (element: SVGGraphicsElement) => {
    const box = element.getBBox();
    const matrix = toSheet.multiply(element.getScreenCTM()!);
    const a = new DOMPoint(box.x, box.y).matrixTransform(matrix);
    const b = new DOMPoint(box.x + box.width, box.y + box.height).matrixTransform(matrix);
    const { most, align } = element.dataset;
    return {
      x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), w: Math.abs(b.x - a.x), h: Math.abs(b.y - a.y),
      most: most ? Number(most) : undefined, start: align === 'start',
    };
  };
  const texts = named('data-value'), prints = named('data-print'), seconds = named('data-also');
  const places = new Map<string, Place>(), regions = new Map<string, Region>();
  for (const element of probe.querySelectorAll<SVGGraphicsElement>('[data-slot]')) {
    const name = element.dataset['slot']!, quiet = element.hasAttribute('data-quiet');
    places.set(name, {
      ...boxOf(element),
      parts: [],
      hasValue: quiet || texts.has(name),
      hasPrint: quiet || prints.has(name),
      hasAlso: quiet || seconds.has(name),
      small: element.hasAttribute('data-small'),
    });
  }
  for (const element of probe.querySelectorAll<SVGGraphicsElement>('[data-part]')) {
    const { part, kinds = '', layout } = element.dataset;
    places.get(part!)?.parts.push({ ...boxOf(element), kinds: kinds.split(' '), spread: layout as Spread | undefined });
  }
  for (const element of probe.querySelectorAll<SVGGraphicsElement>('[data-family]')) {
    const seals = new Set((element.dataset['seals'] ?? '').split(' '));
    regions.set(element.dataset['family']!, { ...boxOf(element), seals, small: element.hasAttribute('data-small') });
  }
  probe.remove();
  return { places, regions };
}

/** Copies parts of other boards to where a board shows them, with only the elements inside those parts. */
function fillCrops(picture: SVGSVGElement, of: (id: string) => Sheet | undefined): void {
  const crops = [...picture.querySelectorAll<SVGSVGElement>('svg[data-of]')];
  if (!crops.length) return;
  for (const crop of crops) crop.append(...[...(of(crop.dataset['of']!)?.picture.children ?? [])].map((child) => child.cloneNode(true)));
  const probe = document.createElementNS(SVG, 'svg');
  probe.setAttribute('class', 'probe');
  document.body.append(probe);
  probe.append(picture);
  for (const [name, value] of Object.entries(readView(picture))) probe.setAttribute(name === 'w' ? 'width' : 'height', String(value));
  const matrix = picture.getScreenCTM()!;
  const placed = '[data-slot], [data-part], [data-value], [data-print], [data-also], [data-word]';
  for (const crop of crops) {
    const [x, y, w, h] = ['x', 'y', 'width', 'height'].map((name) => Number(crop.getAttribute(name)));
    const from = new DOMPoint(x, y).matrixTransform(matrix), to = new DOMPoint(x! + w!, y! + h!).matrixTransform(matrix);
    const seen = { left: from.x, top: from.y, right: to.x, bottom: to.y };
    const far = [...crop.querySelectorAll('*')].filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const x = (left + right) / 2, y = (top + bottom) / 2;
      if (element.matches(placed)) return x < seen.left || x > seen.right || y < seen.top || y > seen.bottom;
      return right < seen.left || left > seen.right || bottom < seen.top || top > seen.bottom;
    });
    for (const element of far) element.remove();
  }
  picture.remove();
  probe.remove();
}

function findSheet(root: Element, id: string, of?: (id: string) => Sheet | undefined): Sheet | undefined {
  const picture = root.querySelector<SVGSVGElement>(`svg[id="${id}"]`);
  if (!picture) return undefined;
  picture.remove();
  picture.removeAttribute('id');
  for (const name of ['x', 'y', 'width', 'height']) picture.removeAttribute(name);
  const view = readView(picture);
  if (of) fillCrops(picture, of);
  return { view, picture, worth: Number(picture.dataset['worth'] ?? 0), least: Number(picture.dataset['least'] ?? 0), ...measure(picture, view) };
}
function readSheet(root: Element, id: string): Sheet {
  const sheet = findSheet(root, id);
  if (!sheet) throw new Error(`the board has no ${id}`);
  return sheet;
}

/** The engine may know a game whose board is not drawn yet; it is playable in the terminal and by programs. */
export const hasBoard = (game: string): boolean => `../../boards/${game}.svg` in files;

async function readFile(game: string): Promise<Document> {
  const url = files[`../../boards/${game}.svg`];
  if (!url) throw new Error(`there is no board of ${game}`);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const parsed = new DOMParser().parseFromString(ownIds(await response.text(), game), 'image/svg+xml');
  adoptStyles(parsed);
  return parsed;
}

/** Puts definitions into the document, out of sight but laid out: gradients need that. */
function define(children: Iterable<Node>): SVGSVGElement {
  const holder = document.createElementNS(SVG, 'svg');
  holder.setAttribute('class', 'symbols');
  holder.setAttribute('aria-hidden', 'true');
  holder.append(...children);
  document.body.append(holder);
  return holder;
}

/** An element of the file, and every other one that it needs. */
function withNeeded(file: Document, id: string, found = new Map<string, Element>()): Map<string, Element> {
  const element = found.has(id) ? undefined : file.getElementById(id);
  if (!element) return found;
  found.set(id, element);
  for (const [, needed] of element.outerHTML.matchAll(/[("]#([^)"]+)[)"]/g)) withNeeded(file, needed!, found);
  return found;
}

async function read(game: string): Promise<Art> {
  const root = document.importNode((await file(game)).documentElement, true);
  const holder = define([...root.children].filter((child) => !(child instanceof SVGSVGElement)));
  covers.get(game)?.remove(); // it is among the definitions now
  const symbols = new Map([...holder.querySelectorAll('symbol')].map((symbol) => [symbol.id, symbol]));
  const spot = (symbol: string, attribute: string, otherwise: Spot3): Spot3 => {
    const numbers = symbols.get(`${game}--${symbol}`)?.getAttribute(attribute)?.trim().split(/\s+/).map(Number);
    return numbers?.length === 3 && numbers.every(Number.isFinite) ? (numbers as Spot3) : otherwise;
  };
  const tallSymbol = (name: string) => {
    const symbol = symbols.get(`${game}--${name}`);
    const { w, h } = symbol ? readView(symbol) : { w: 1, h: 1 };
    return w > 0 && h > 0 ? h / w : 1;
  };
  const common = readSheet(root, `${game}--common`), player = readSheet(root, `${game}--player`);
  const other = findSheet(root, `${game}--other`) ?? player, alone = findSheet(root, `${game}--alone`) ?? player;
  const sheets: Record<string, Sheet> = { common, player, alone };
  // Only narrow screens need these, and assembling them takes a moment.
  let narrow: Art['narrow'] | undefined;
  const findNarrow = () => {
    const part = (id: string) => findSheet(root, `${game}--${id}-narrow`, (name) => sheets[name]) ?? sheets[id]!;
    return { common: part('common'), player: part('player') };
  };
  return {
    game,
    common,
    player,
    other,
    alone,
    get narrow() {
      return (narrow ??= findNarrow());
    },
    holder,
    symbol: (name) => (symbols.has(`${game}--${name}`) ? `#${game}--${name}` : undefined),
    markSpot: (kind) => spot(`piece-${kind}`, 'data-mark', [12, 36, 14]),
    valueSpot: (kind, face) => spot(`face-${face}`, 'data-value', spot(`piece-${kind}`, 'data-value', [34, 36, 16])),
    finePixels: (symbol) => Number(symbols.get(`${game}--${symbol}`)?.dataset['fine'] ?? 0),
    tall: (kind) => tallSymbol(`piece-${kind}`),
    tallSymbol,
    symbols: [...symbols.keys()].map((id) => id.slice(game.length + 2)),
  };
}

const file = once(readFile);
export const loadArt = once(read);

const covers = new Map<string, Element>();
/** The address of the picture of a game, in the document with nothing else of its board: a board is large. */
export const loadCover = once(async (game) => {
  const id = `${game}--picture`, needed = [...withNeeded(await file(game), id).values()];
  const parts = needed.filter((part) => !needed.some((other) => other !== part && other.contains(part)));
  if (!document.getElementById(id)) covers.set(game, define(parts.map((part) => document.importNode(part, true))));
  return parts.length ? `#${id}` : undefined;
});
