/** Simulates damage to TV recordings in transit: bytes are lost or replaced. */

/** Bytes without a pattern, the same in each run. */
export function noise(length: number): Buffer {
  let value = 1;
  const next = () => {
    value = (value * 48_271) % 2_147_483_647;
    return value >> 8;
  };
  return Buffer.from(Uint8Array.from({ length }, next));
}

const packet = 188;

/** Each spoils MPEG-TS from `at`, where a packet begins, on. */
const damages = {
  'other-bytes': (film: Buffer, at: number) => {
    const bytes = noise(8_000);
    return Buffer.concat([film.subarray(0, at), bytes, film.subarray(at + bytes.length)]);
  },
  'lost-bytes': (film: Buffer, at: number) => Buffer.concat([film.subarray(0, at), film.subarray(at + 7_001)]),
  /** A receiver has marked packets in which little is true. */
  'spoilt-packets': (film: Buffer, at: number) => {
    const spoilt = Buffer.from(film);
    for (let i = 0; i < 40; i += 1) {
      spoilt[at + i * packet + 1]! |= 0x80;
      spoilt.set(noise(packet - 4), at + i * packet + 4);
    }
    return spoilt;
  },
  /** Nobody has marked the packets, and whatever begins in them is right. */
  'unmarked-noise': (film: Buffer, at: number) => {
    const spoilt = Buffer.from(film);
    for (let place = at; place < at + 300 * packet; place += packet) {
      const isStart = (spoilt[place + 1]! & 0x40) !== 0;
      const hasOnlyPayload = (spoilt[place + 3]! & 0x30) === 0x10;
      if (!isStart && hasOnlyPayload) spoilt.set(noise(packet - 4), place + 4);
    }
    return spoilt;
  },
  /** A second and a half, where a film of this many seconds is meant. */
  'lost-seconds': (film: Buffer, at: number, seconds: number) => {
    const packets = Math.round((film.length / packet / seconds) * 1.5);
    return Buffer.concat([film.subarray(0, at), film.subarray(at + packets * packet)]);
  },
} as const;

export type Damage = keyof typeof damages;

export const damageNames = Object.keys(damages) as Damage[];

/** Spoils a film of `seconds` in MPEG-TS around the place `atSecond`. */
export function damaged(film: Buffer, damage: Damage, { seconds, atSecond }: { seconds: number; atSecond: number }) {
  const at = Math.floor((film.length / packet) * (atSecond / seconds)) * packet;
  return damages[damage](film, at, seconds);
}
