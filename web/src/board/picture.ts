// Puts the words, figures and prints of a scene into a copy of a board's picture. Knows the contract of the board
// files (boards/README.md), not the games.
import type { Scene, Slot } from '../engine/types';
import type { Art } from './art';

/** Inside a symbol, or before it is shown, nothing is laid out: then a copy is measured. */
function lengthOf(text: SVGTextElement): number {
  const length = text.getComputedTextLength();
  const holder = document.querySelector('svg.symbols');
  if (length > 0 || !holder) return length;
  const copy = text.cloneNode(true) as SVGTextElement;
  for (const name of ['font-family', 'font-weight', 'font-variant', 'letter-spacing']) {
    const value = text.closest(`[${name}]`)?.getAttribute(name);
    if (value) copy.setAttribute(name, value);
  }
  holder.append(copy);
  const measured = copy.getComputedTextLength();
  copy.remove();
  return measured;
}

/** Longer words are squeezed into the room that the picture gives them. */
function squeeze(text: SVGTextElement): void {
  const room = Number(text.dataset['width']);
  text.removeAttribute('textLength');
  text.removeAttribute('lengthAdjust');
  if (!room || lengthOf(text) <= room) return;
  text.setAttribute('textLength', String(room));
  text.setAttribute('lengthAdjust', 'spacingAndGlyphs');
}

export function fillWords(picture: Element, word: (id: string) => string): void {
  for (const text of picture.querySelectorAll<SVGTextElement>('[data-msg]')) {
    text.textContent = word(text.dataset['msg']!);
    squeeze(text);
  }
}

/** Figures and prints of the slots of one board (seat -1: the common one); slots that are not in use get a class. */
export function fillPrints(picture: Element, art: Art, scene: Scene, seat: number): void {
  const slots = new Map(scene.slots.filter((slot) => slot.seat === seat || slot.seat < 0).map((slot) => [slot.place, slot]));
  for (const element of picture.querySelectorAll<SVGElement>('[data-slot]')) {
    element.classList.toggle('unused', !slots.has(element.dataset['slot']!));
  }
  for (const element of picture.querySelectorAll<SVGElement>('[data-with], [data-without]')) {
    const { with: needs, without } = element.dataset;
    const shown = needs === undefined ? !slots.has(without!) : slots.has(needs);
    element.classList.toggle('absent', !shown);
  }
  for (const text of picture.querySelectorAll<SVGTextElement>('[data-value]')) {
    const slot = slots.get(text.dataset['value']!);
    const figure = slot?.value === undefined ? '' : String(slot.value);
    if (slot && text.textContent !== figure) text.textContent = figure;
  }
  const put = (use: SVGUseElement, slot: Slot | undefined, print: string | undefined) => {
    const symbol = print && art.symbol(`print-${print}`);
    if (symbol && use.getAttribute('href') !== symbol) use.setAttribute('href', symbol);
    use.classList.toggle('absent', slot !== undefined && !symbol);
  };
  for (const use of picture.querySelectorAll<SVGUseElement>('[data-print]')) {
    const slot = slots.get(use.dataset['print']!);
    put(use, slot, slot?.print);
  }
  for (const use of picture.querySelectorAll<SVGUseElement>('[data-also]')) {
    const slot = slots.get(use.dataset['also']!);
    put(use, slot, slot?.also);
  }
}
