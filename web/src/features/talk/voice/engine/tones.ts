import { tones } from '../choices.ts';

/** Frequencies in hertz, played in order: up when a person joins, down when a person leaves. */
const notes = { joined: [523, 784], left: [784, 523] } as const;
const noteSeconds = 0.09;
/** Quiet: voices are ten times as loud. */
const loudest = 0.04;

/** After this time, in milliseconds, a tone is over. Without a press on the page, a browser would never say so. */
const overMs = 2_000;

/** Plays a short tone, unless the person at this device wants none. [WVO13] */
export function playTone(what: keyof typeof notes): void {
  if (tones.get() === 'off') return;
  const context = new AudioContext();
  const gain = context.createGain();
  gain.connect(context.destination);
  const start = context.currentTime + 0.02;
  const end = start + notes[what].length * noteSeconds + 0.1;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudest, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  const oscillator = context.createOscillator();
  for (const [index, frequency] of notes[what].entries())
    oscillator.frequency.setValueAtTime(frequency, start + index * noteSeconds);
  oscillator.connect(gain);
  oscillator.start(start);
  oscillator.stop(end);
  setTimeout(() => void context.close(), overMs);
}
