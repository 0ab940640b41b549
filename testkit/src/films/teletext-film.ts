/** A recording of television in MPEG-TS with subtitles of teletext (EN 300 472, EN 300 706), and sound without a tone. */

/** A page as it is sent at a time. */
export interface SentPage {
  readonly seconds: number;
  /** Its number as it is sent; 0x888 by default. */
  readonly page?: number;
  /** The number of its set of letters. */
  readonly set?: number;
  /** Whether what was sent before stays. */
  readonly isAdding?: boolean;
  /** Codes by the number of their line. `[` and `]` begin and end what is seen over the film. */
  readonly lines?: Readonly<Record<number, string>>;
}

interface TeletextFilm {
  readonly language: string;
  readonly seconds: number;
  readonly pages: readonly SentPage[];
}

const pids = { program: 0x100, sound: 0x101, teletext: 0x102 };
const clock = 90_000;
const payloadBytes = 184;
/** Teletext has so much room for its time, so that four lines are a packet. */
const timeBytes = 36;
/** A packet of MP3: 128 kbit/s, 48 kHz, one channel. */
const silentSound = Buffer.concat([Buffer.from([0xff, 0xfb, 0x94, 0xc4]), Buffer.alloc(380)]);
/** The numbers from 0 to 15, as they are sent. */
const sentNumbers = Buffer.from('1502495e6473382fd0c78c9ba1b6fdea', 'hex');

export function makeTeletextFilm({ language, seconds, pages }: TeletextFilm): Buffer {
  const counters = new Map<number, number>();
  const send = (pid: number, content: Buffer) => packed(pid, content, counters);
  const film = [send(0, programs), send(pids.program, programOf(language))];
  for (let half = 0; half < seconds * 2; half += 1) {
    film.push(send(pids.sound, timed(0xc0, half / 2, silentSound)));
    for (const page of pages.filter((one) => Math.floor(one.seconds * 2) === half))
      film.push(send(pids.teletext, timed(0xbd, page.seconds, unitsOf(page))));
  }
  return Buffer.concat(film);
}

const programs = section(0x00, [0x00, 0x01, 0xe0 | (pids.program >> 8), pids.program & 0xff]);

function programOf(language: string): Buffer {
  // Page 888 with subtitles for people who hear well.
  const entry = [...Buffer.from(language, 'latin1'), (2 << 3) | 0, 0x88];
  const descriptor = [0x56, entry.length, ...entry];
  return section(0x02, [
    ...[0xe0 | (pids.sound >> 8), pids.sound & 0xff, 0xf0, 0],
    ...[0x03, 0xe0 | (pids.sound >> 8), pids.sound & 0xff, 0xf0, 0],
    ...[0x06, 0xe0 | (pids.teletext >> 8), pids.teletext & 0xff, 0xf0, descriptor.length, ...descriptor],
  ]);
}

function section(table: number, content: readonly number[]): Buffer {
  const length = 5 + content.length + 4;
  const bytes = Buffer.from([table, 0xb0 | (length >> 8), length & 0xff, 0x00, 0x01, 0xc1, 0x00, 0x00, ...content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(checkSum(bytes));
  return Buffer.concat([Buffer.from([0]), bytes, sum]);
}

function checkSum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let i = 0; i < 8; i += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0);
  }
  return sum >>> 0;
}

function timed(stream: number, seconds: number, content: Buffer): Buffer {
  const ticks = Math.round(seconds * clock) + clock;
  const time = [0x21 | ((ticks >> 29) & 0x0e), ticks >> 22, ((ticks >> 14) & 0xfe) | 1, ticks >> 7, (ticks << 1) | 1];
  const length = 3 + timeBytes + content.length;
  const head = [0, 0, 1, stream, length >> 8, length & 0xff, 0x84, 0x80, timeBytes, ...time];
  return Buffer.concat([Buffer.from(head), Buffer.alloc(timeBytes - time.length, 0xff), content]);
}

function packed(pid: number, content: Buffer, counters: Map<number, number>): Buffer {
  const packets: Buffer[] = [];
  for (let at = 0; at < content.length; at += payloadBytes) {
    const counter = counters.get(pid) ?? 0;
    counters.set(pid, (counter + 1) & 15);
    const piece = content.subarray(at, at + payloadBytes);
    const spare = payloadBytes - piece.length;
    const filling = Buffer.alloc(spare, 0xff);
    if (spare > 0) filling[0] = spare - 1;
    if (spare > 1) filling[1] = 0;
    const flags = (at === 0 ? 0x40 : 0) | (pid >> 8);
    packets.push(Buffer.from([0x47, flags, pid & 0xff, (spare > 0 ? 0x30 : 0x10) | counter]), filling, piece);
  }
  return Buffer.concat(packets);
}

function unitsOf({ page = 0x888, set = 0, isAdding = false, lines = {} }: SentPage): Buffer {
  const erasing = isAdding ? 0 : 8;
  const head = [page & 15, (page >> 4) & 15, 0, erasing, 0, 8, 0, set << 1].map((number) => sentNumbers[number]!);
  const units = [unitOf(page, 0, [...head, ...codesOf(''.padEnd(32))])];
  for (const [number, text] of Object.entries(lines))
    units.push(unitOf(page, Number(number), codesOf(text.padEnd(40))));
  while (units.length % 4 !== 3) units.push(Buffer.from([0xff, 44, ...Buffer.alloc(44, 0xff)]));
  return Buffer.concat([Buffer.from([0x10]), ...units]);
}

function unitOf(page: number, line: number, content: readonly number[]): Buffer {
  const address = ((page >> 8) & 7) | (line << 3);
  const bytes = [sentNumbers[address & 15]!, sentNumbers[address >> 4]!, ...content];
  return Buffer.from([0x03, 44, 0xe7, 0xe4, ...bytes.map(reversed)]);
}

/** Codes of seven bits, each with a bit that makes the number of bits odd. */
function codesOf(text: string): number[] {
  return [...text].map((letter) => {
    const code = ({ '[': 0x0b, ']': 0x0a } as Record<string, number>)[letter] ?? letter.charCodeAt(0);
    const bits = code.toString(2).replaceAll('0', '').length;
    return bits % 2 === 1 ? code : code | 0x80;
  });
}

function reversed(byte: number): number {
  return Number.parseInt(byte.toString(2).padStart(8, '0').split('').reverse().join(''), 2);
}
