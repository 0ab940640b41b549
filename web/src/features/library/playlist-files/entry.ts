import type { Channel, MediaSource } from '@matinee/contract/gen/api.ts';

/** An item as it stands in a file. */
export interface FileEntry {
  /** Empty: the item is named by its address. */
  readonly name: string;
  /** Undefined: unknown. */
  readonly seconds?: number | undefined;
  /** The page or file that every server plays; undefined: `source` alone says where the item is. */
  readonly address?: string | undefined;
  /** The heading under which a list of channels has it; absent: none. */
  readonly group?: string | undefined;
  /** It is a channel, of television or radio: it has no end. */
  readonly isChannel?: boolean;
  /** The list's data about the channel. */
  readonly channel?: Channel | undefined;
  /** Only in files of ours. */
  readonly source?: MediaSource | undefined;
}

/** A part of a file that names no item, and why. */
export interface Problem {
  /** The line, or in JSON the place in the list, counted from 1. */
  readonly line: number;
  readonly reason: 'no_address' | 'not_on_the_web' | 'not_an_item' | 'too_many' | 'unknown';
}

export interface ReadEntry extends FileEntry {
  readonly line: number;
}

export interface ReadFile {
  readonly entries: readonly ReadEntry[];
  readonly problems: readonly Problem[];
}

/** Most items that are taken from one file. */
export const maxEntries = 1_000;

/**
 * Sorts the parsed entries into items and problems. Addresses that only one machine can reach are problems. Pure.
 * [WPF3]
 */
export function sortOut(read: readonly ReadEntry[]): ReadFile {
  const entries: ReadEntry[] = [];
  const problems: Problem[] = [];
  for (const entry of read) {
    const { line, address, source } = entry;
    if (!source && !address) problems.push({ line, reason: 'no_address' });
    else if (!source && !/^(?:https?|rt[ms]ps?):\/\//i.test(address!))
      problems.push({ line, reason: 'not_on_the_web' });
    else if (entries.length >= maxEntries) problems.push({ line, reason: 'too_many' });
    else entries.push(entry);
  }
  return { entries, problems };
}

/** `text` on one line, without the characters that a name may not have. */
export function onOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 500);
}
