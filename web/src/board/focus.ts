// Moves the focus between touchable elements on the boards: an arrow goes to the nearest one in its direction.

const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function middle(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** True: the key was an arrow, pressed on a board. */
export function moveFocus(key: string): boolean {
  const from = document.activeElement, arrow = arrows[key];
  if (!(from instanceof SVGElement) || !arrow) return false;
  const [dx, dy] = arrow, here = middle(from);
  let best: SVGElement | undefined, least = Infinity;
  for (const element of document.querySelectorAll<SVGElement>('.stage [role="button"]')) {
    const there = middle(element);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const across = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (element === from || along <= 1) continue;
    if (along + 2 * across < least) [best, least] = [element, along + 2 * across];
  }
  best?.focus();
  return true;
}

/** How far off a finger may land, in pixels: this margin at least doubles the size of a target. */
export const REACH = 22;
/** The touchable element nearest to a finger, if it is within reach. */
export function nearestLit(within: Element, { clientX: x, clientY: y }: { clientX: number; clientY: number }): Element | undefined {
  let best: Element | undefined, least = REACH;
  for (const element of within.querySelectorAll('[role="button"]')) {
    const box = element.getBoundingClientRect();
    const far = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
    if (far < least) [best, least] = [element, far];
  }
  return best;
}
