import { makeStoredChoice } from '../../../ui/stored-choice.ts';

/** How loud a person is on this device. */
export interface Loudness {
  /** Between 0 and 1. */
  readonly volume: number;
  readonly isMuted: boolean;
}

const usual: Loudness = { volume: 1, isMuted: false };
/** Most people that are remembered. */
const mostPeople = 200;

/** Loudness by principal, the newest change last; as JSON. */
export const loudnesses = makeStoredChoice<string>('matinee.voice.loudness', (stored) => stored ?? '[]');

type Entry = readonly [principal: string, volume: number, isMuted: boolean];

/** The loudness of one person in `kept`. Pure. [WVO11] */
export function loudnessOf(kept: string, principal: string): Loudness {
  const entry = entriesOf(kept).find(([id]) => id === principal);
  return entry ? { volume: entry[1], isMuted: entry[2] } : usual;
}

/** `kept` with another loudness of one person. Pure. [WVO11] */
export function withLoudness(kept: string, principal: string, { volume, isMuted }: Loudness): string {
  const others = entriesOf(kept).filter(([id]) => id !== principal);
  const isUsual = volume === usual.volume && isMuted === usual.isMuted;
  const entries: readonly Entry[] = isUsual ? others : [...others, [principal, volume, isMuted]];
  return JSON.stringify(entries.slice(-mostPeople));
}

function entriesOf(kept: string): readonly Entry[] {
  try {
    const entries: unknown = JSON.parse(kept);
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is Entry {
  if (!Array.isArray(entry)) return false;
  const [id, volume, isMuted] = entry;
  return typeof id === 'string' && volume >= 0 && volume <= 1 && typeof isMuted === 'boolean';
}
