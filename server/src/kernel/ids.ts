import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/** Kinds of ids and their prefixes. */
export type IdPrefix =
  | 'usr'
  | 'gst'
  | 'room'
  | 'med'
  | 'pl'
  | 'msg'
  | 'ses'
  | 'con'
  | 'rev'
  | 'inv'
  | 'aud'
  | 'ban'
  | 'mail'
  | 'etk'
  | 'sch'
  | 'pac'
  | 'ph'
  | 'att'
  | 'cat'
  | 'lab'
  | 'file'
  | 'blob'
  | 'ntf'
  | 'ann'
  | 'report'
  | 'str'
  | 'poll'
  | 'sub'
  | 'wat'
  | 'rdy'
  | 'eve'
  | 'rec';

/** Base32 with the alphabet that preserves the order of the bytes (RFC 4648, section 7), in lower case. */
const alphabet = '0123456789abcdefghijklmnopqrstuv';

/** Makes ids: a prefix and the 26 base32 characters of a UUIDv7, so that ids made later sort later. */
export interface Ids {
  make(prefix: IdPrefix): string;
}

export function makeIds(clock: Clock, random: Random): Ids {
  let lastMs = 0;
  let count = 0;
  /** The millisecond and the counter within it. A full counter borrows from the next millisecond. */
  function nextPlace(): { ms: number; count: number } {
    const nowMs = Math.floor(clock.nowMs());
    if (nowMs > lastMs) {
      lastMs = nowMs;
      // Leaves half of the range for counting.
      count = random.bytes(2).readUInt16BE() & 0x07ff;
    } else if (++count > 0x0fff) {
      lastMs += 1;
      count = 0;
    }
    return { ms: lastMs, count };
  }
  return { make: (prefix) => `${prefix}_${base32(uuid7(nextPlace(), random))}` };
}

/** The lower bound of ids by time: an id made at `ms` (since 1970) or later sorts after this text. */
export function firstIdAt(prefix: IdPrefix, ms: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.max(0, Math.floor(ms)), 0, 6);
  return `${prefix}_${base32(bytes)}`;
}

/** True for text of the form that `make(prefix)` returns. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.length === prefix.length + 27 &&
    text.startsWith(`${prefix}_`) &&
    /^[0-9a-v]{26}$/.test(text.slice(prefix.length + 1))
  );
}

/**
 * RFC 9562, section 5.7: 48 bits of milliseconds, version, 12 bits of counter within the millisecond (section 6.2,
 * method 1), variant, 62 random bits.
 */
function uuid7({ ms, count }: { readonly ms: number; readonly count: number }, random: Random): Uint8Array {
  const bytes = random.bytes(16);
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | count, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes;
}

/** 130 bits for the 128 of a UUID: the last character carries two zero bits. */
function base32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31];
    held &= 31;
  }
  return text + alphabet[(held << (5 - bits)) & 31];
}
