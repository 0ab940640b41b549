/** Tables of MPEG-TS that say what is in it (ISO/IEC 13818-1, 2.4.4; descriptors of ETSI EN 300 468). */
import { maxTracks, shownLanguage } from '../film-facts.ts';
import { hasTeletextLetters } from '../subtitles/teletext-letters.ts';
import type { TransportPacket } from './packets.ts';

/** Subtitles of a program. One track of the stream may carry several. */
export interface BroadcastSubtitles {
  readonly pid: number;
  readonly codec: 'dvb' | 'teletext' | 'pgs';
  readonly language: string;
  readonly name: string;
  /** Of DVB the numbers of its pages, the own and the shared one; of teletext that of its page, as it is sent: 0x888. */
  readonly pages: readonly number[];
}

export interface Program {
  /** Tracks of pictures and sounds. */
  readonly media: readonly number[];
  readonly subtitles: readonly BroadcastSubtitles[];
}

const tags = { registration: 0x05, language: 0x0a, teletext: 0x56, subtitling: 0x59, ac3: 0x6a, eac3: 0x7a, dts: 0x7b };
/** Types of streams: pictures of MPEG-1 to H.266, sounds of MPEG, AC-3 and discs, and pictures of discs for reading. */
const mediaTypes: ReadonlySet<number> = new Set([
  ...[0x01, 0x02, 0x10, 0x1b, 0x24, 0x33, 0x42, 0xd1, 0xd2, 0xea],
  ...[0x03, 0x04, 0x0f, 0x11, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0xa1, 0xa2],
]);
const privateType = 0x06;
const pgsType = 0x90;
/** Subtitles for people who do not hear well, of DVB (EN 300 468, table 26). */
const isForDeaf = (type: number) => type >= 0x20 && type <= 0x25;

/** Reads packets until the tables of a program are known. */
export class ProgramReader {
  #tables = new Map<number, TableReader>([[0, new TableReader()]]);
  #program: Program | undefined;

  /** Undefined: not known yet. */
  get program(): Program | undefined {
    return this.#program;
  }

  push(packet: TransportPacket): void {
    const table = this.#program ? undefined : this.#tables.get(packet.pid)?.push(packet);
    if (table?.[0] === 0x00) {
      for (let at = 8; at + 8 <= table.length; at += 4) {
        const pid = table.readUInt16BE(at + 2) & 0x1fff;
        // Number 0 is the table of networks.
        if (table.readUInt16BE(at) !== 0 && !this.#tables.has(pid)) this.#tables.set(pid, new TableReader());
      }
    }
    if (table?.[0] === 0x02) {
      const program = readProgram(table);
      if (program.media.length > 0) this.#program = program;
    }
  }
}

/** Puts the sections of one table together. */
class TableReader {
  #bytes: Buffer | undefined;

  /** @returns the section that is whole now */
  push({ isStart, payload }: TransportPacket): Buffer | undefined {
    if (isStart) this.#bytes = Buffer.from(payload.subarray(1 + (payload[0] ?? 0)));
    else if (this.#bytes) this.#bytes = Buffer.concat([this.#bytes, payload]);
    if (!this.#bytes || this.#bytes.length < 3) return undefined;
    const end = 3 + (this.#bytes.readUInt16BE(1) & 0x0fff);
    if (this.#bytes.length < end) return undefined;
    const table = this.#bytes.subarray(0, end);
    this.#bytes = undefined;
    return table;
  }
}

function readProgram(table: Buffer): Program {
  const media: number[] = [];
  const subtitles: BroadcastSubtitles[] = [];
  // A check sum stands at the end.
  const end = table.length - 4;
  for (let at = 12 + (lengthAt(table, 10) ?? 0); at + 5 <= end; ) {
    const [type, pid] = [table[at]!, table.readUInt16BE(at + 1) & 0x1fff];
    const next = at + 5 + (lengthAt(table, at + 3) ?? 0);
    const described = [...descriptorsIn(table.subarray(at + 5, Math.min(next, end)))];
    const hasSound = described.some(({ tag }) => tag === tags.ac3 || tag === tags.eac3 || tag === tags.dts);
    if (mediaTypes.has(type) || (type === privateType && hasSound)) media.push(pid);
    else if (type === privateType || type === pgsType) subtitles.push(...subtitlesOf(pid, type, described));
    at = next;
  }
  return { media, subtitles: subtitles.slice(0, maxTracks) };
}

function lengthAt(table: Buffer, at: number): number | undefined {
  return at + 2 <= table.length ? table.readUInt16BE(at) & 0x0fff : undefined;
}

interface Descriptor {
  readonly tag: number;
  readonly content: Buffer;
}

function* descriptorsIn(bytes: Buffer): Generator<Descriptor> {
  for (let at = 0; at + 2 <= bytes.length; ) {
    const next = at + 2 + bytes[at + 1]!;
    yield { tag: bytes[at]!, content: bytes.subarray(at + 2, next) };
    at = next;
  }
}

function subtitlesOf(pid: number, type: number, described: readonly Descriptor[]): BroadcastSubtitles[] {
  if (type === pgsType) {
    const language = described.find(({ tag }) => tag === tags.language)?.content;
    return [{ pid, codec: 'pgs', language: language ? languageAt(language, 0) : '', name: '', pages: [] }];
  }
  return described.flatMap(({ tag, content }) => {
    if (tag === tags.subtitling) return entriesOf(content, 8).map((entry) => dvbSubtitles(pid, entry));
    if (tag !== tags.teletext) return [];
    // Types 2 and 5 are subtitles; others are pages to read.
    const entries = entriesOf(content, 5).filter((entry) => [2, 5].includes(entry[3]! >> 3));
    return entries.map((entry) => teletextSubtitles(pid, entry)).filter(({ language }) => hasTeletextLetters(language));
  });
}

function entriesOf(content: Buffer, length: number): readonly Buffer[] {
  return Array.from({ length: Math.floor(content.length / length) }, (_, i) =>
    content.subarray(i * length, (i + 1) * length),
  );
}

function dvbSubtitles(pid: number, entry: Buffer): BroadcastSubtitles {
  const pages = [entry.readUInt16BE(4), entry.readUInt16BE(6)];
  return { pid, codec: 'dvb', language: languageAt(entry, 0), name: isForDeaf(entry[3]!) ? 'SDH' : '', pages };
}

function teletextSubtitles(pid: number, entry: Buffer): BroadcastSubtitles {
  // Magazine 8 is sent as 0.
  const page = ((entry[3]! & 7 || 8) << 8) | entry[4]!;
  const name = `Teletext ${page.toString(16)}`;
  return { pid, codec: 'teletext', language: languageAt(entry, 0), name, pages: [page] };
}

function languageAt(bytes: Buffer, at: number): string {
  return shownLanguage(bytes.toString('latin1', at, at + 3));
}
