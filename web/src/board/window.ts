// A window onto a plane: which part is visible, and how it moves. Pure geometry; knows no document.
import type { Box } from './layout';

export interface Plane {
  w: number;
  h: number;
}
/** Magnification and the point of the plane in the middle of the window. */
export interface Look {
  scale: number;
  x: number;
  y: number;
}
export interface Limits {
  /** The maximum; the minimum is the scale at which the whole fits. */
  most: number;
  /** The smallest legible scale: below it only a part is shown first. */
  legible: number;
}

export const fitting = (window: Plane, plane: Plane, most: number): number => Math.min(most, window.w / plane.w, window.h / plane.h);

/** The same view, clamped to the plane. */
export function within(look: Look, window: Plane, plane: Plane, { most }: Limits): Look {
  const scale = Math.max(Math.min(look.scale, Math.max(most, fitting(window, plane, most))), fitting(window, plane, most));
  const axis = (at: number, room: number, all: number) => {
    const half = room / scale / 2;
    return all <= 2 * half ? all / 2 : Math.max(half, Math.min(all - half, at));
  };
  return { scale, x: axis(look.x, window.w, plane.w), y: axis(look.y, window.h, plane.h) };
}

/** The initial view: the whole if legible, else a legible part around the point of interest. */
export function begin(window: Plane, plane: Plane, limits: Limits, focus: Box | undefined): Look {
  const fit = fitting(window, plane, limits.most);
  const scale = Math.max(fit, Math.min(limits.most, limits.legible));
  const at = focus ?? { x: 0, y: 0, w: plane.w, h: plane.h };
  return within({ scale, x: at.x + at.w / 2, y: at.y + at.h / 2 }, window, plane, limits);
}

/** Zooms, keeping the point (px, py) of the plane fixed in the window. */
export function nearer(look: Look, factor: number, px: number, py: number, window: Plane, plane: Plane, limits: Limits): Look {
  const { scale } = within({ ...look, scale: look.scale * factor }, window, plane, limits);
  const k = look.scale / scale;
  return within({ scale, x: px + (look.x - px) * k, y: py + (look.y - py) * k }, window, plane, limits);
}

export const seen = (look: Look, window: Plane): Box => {
  const w = window.w / look.scale, h = window.h / look.scale;
  return { x: look.x - w / 2, y: look.y - h / 2, w, h };
};

export const around = (boxes: readonly Box[]): Box | undefined => {
  if (!boxes.length) return undefined;
  const x = Math.min(...boxes.map((b) => b.x)), y = Math.min(...boxes.map((b) => b.y));
  return { x, y, w: Math.max(...boxes.map((b) => b.x + b.w)) - x, h: Math.max(...boxes.map((b) => b.y + b.h)) - y };
};
export const touching = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
