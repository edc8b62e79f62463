// Short synthesized sounds; silent unless turned on.
import { settings } from './settings.svelte';

let audio: AudioContext | undefined;

function tone(frequency: number, start: number, length: number, volume: number): void {
  const context = audio!;
  const oscillator = context.createOscillator(), gain = context.createGain();
  oscillator.type = 'triangle';
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, context.currentTime + start);
  gain.gain.linearRampToValueAtTime(volume, context.currentTime + start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(context.currentTime + start);
  oscillator.stop(context.currentTime + start + length);
}

const sounds = {
  move: () => tone(220, 0, 0.09, 0.12),
  turn: () => (tone(523, 0, 0.14, 0.08), tone(659, 0.1, 0.18, 0.08)),
  end: () => [392, 494, 587, 784].forEach((f, i) => tone(f, i * 0.13, 0.3, 0.08)),
};
export function ring(sound: keyof typeof sounds): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  sounds[sound]();
}
