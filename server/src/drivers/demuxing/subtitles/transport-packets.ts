/** Subtitles inside of MPEG-TS: the packets of one track, read where they are shown. */
import type { ReadBytes } from '../ebml.ts';
import type { TransportPacket } from '../transport/packets.ts';
import { PesReader, secondsBetween } from '../transport/pes.ts';
import type { BroadcastSubtitles } from '../transport/program.ts';
import {
  findPlace,
  mediaSeconds,
  openTransport,
  packetsFrom,
  type TransportFilm,
} from '../transport/transport-film.ts';
import type { SubtitlePacket, SubtitleRequest } from './matroska-packets.ts';
import { longestSeconds } from './teletext.ts';

/** How much is read before a part, in seconds: what is shown may be built on what was sent before. */
const leadSeconds = 12;
/** How much later than its packet something may be shown, and the other way round, in seconds. */
const slackSeconds = 2;
/** Most bytes of a film to look through for a part: thirty seconds of the finest discs have 150 MB. */
const maxBytes = 512 * 1_048_576;
/** Most bytes of all packets of a part, and what each of them counts at least: it takes memory of its own. */
const maxPartBytes = 16 * 1_048_576;
const leastPacketBytes = 188;

export interface BroadcastPackets {
  readonly track: BroadcastSubtitles;
  /** Those of the part, and of some seconds before it; of teletext also of some behind it. */
  readonly packets: readonly SubtitlePacket[];
}

/** @throws Error when the film cannot be read, or has no such track. */
export async function readTransportPackets(
  read: ReadBytes,
  size: number,
  { order, from, to }: SubtitleRequest,
): Promise<BroadcastPackets> {
  const film = await openTransport(read, size);
  const track = film.program.subtitles[order];
  if (!track) throw new Error('the film has no such subtitles');
  // A text of teletext ends when the next one comes.
  const until = track.codec === 'teletext' ? to + longestSeconds : to;
  const place = await findPlace(read, size, film, from - leadSeconds);
  const reader = new PacketsOfTrack(film, track.pid);
  for await (const packets of packetsFrom(read, size, film.stride, { from: place, to: place + maxBytes })) {
    for (const packet of packets) reader.push(packet);
    if (reader.bytes > maxPartBytes) throw new Error('the subtitles are too large');
    if (reader.seconds > until + slackSeconds) break;
  }
  return { track, packets: reader.packets.filter(({ start }) => start >= from - leadSeconds && start < until) };
}

class PacketsOfTrack {
  readonly packets: SubtitlePacket[] = [];
  bytes = 0;
  /** How far the pictures and sounds have come. */
  seconds = Number.NEGATIVE_INFINITY;
  readonly #film: TransportFilm;
  readonly #pid: number;
  readonly #reader = new PesReader();

  constructor(film: TransportFilm, pid: number) {
    this.#film = film;
    this.#pid = pid;
  }

  push(packet: TransportPacket): void {
    if (packet.pid !== this.#pid) {
      this.seconds = mediaSeconds(this.#film, packet) ?? this.seconds;
      return;
    }
    const whole = this.#reader.push(packet);
    if (!whole) return;
    const { ticks, data } = whole;
    const start = ticks === undefined ? this.seconds : secondsBetween(this.#film.zeroTicks, ticks);
    if (!Number.isFinite(start)) return;
    this.bytes += Math.max(data.length, leastPacketBytes);
    this.packets.push({ start, end: undefined, data });
  }
}
