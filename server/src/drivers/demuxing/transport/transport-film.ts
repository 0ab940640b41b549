/** A film in MPEG-TS, which has no index: what is in it, and where in its bytes a time is. */
import type { ReadBytes } from '../ebml.ts';
import type { FilmTrack } from '../film-facts.ts';
import { findStride, PacketReader, type Stride, type TransportPacket } from './packets.ts';
import { secondsBetween, startTicks } from './pes.ts';
import { type Program, ProgramReader } from './program.ts';

/** Bytes that are read at once. */
const chunkBytes = 512 * 1_024;
/** The tables of a program are repeated ten times a second. So many bytes of the beginning are searched for them. */
const maxHeadBytes = 8 * 1_048_576;
/** Most bytes that are read for the time of one place, and most places that are looked at. */
const maxTimeBytes = 4 * 1_048_576;
const maxSteps = 40;
/** How near before a time reading may begin, in seconds. */
const nearSeconds = 5;

export interface TransportFilm {
  readonly stride: Stride;
  readonly program: Program;
  /** The time stamp at which the film begins: the first one of its pictures and sounds. */
  readonly zeroTicks: number;
}

/** Whether a file begins as MPEG-TS does, maybe after other bytes. */
export async function isTransport(read: ReadBytes, size: number): Promise<boolean> {
  return findStride(await read(0, Math.min(size, 8_192))) !== undefined;
}

/** @throws Error when it is no MPEG-TS, or says nothing of what is in it. */
export async function openTransport(read: ReadBytes, size: number): Promise<TransportFilm> {
  const stride = findStride(await read(0, Math.min(size, 8_192)));
  if (!stride) throw new Error('this is no MPEG-TS');
  const reader = new ProgramReader();
  const first = new Map<number, number>();
  for await (const packets of packetsFrom(read, size, stride, { from: 0, to: maxHeadBytes })) {
    for (const packet of packets) {
      reader.push(packet);
      const ticks = startTicks(packet);
      if (ticks !== undefined && !first.has(packet.pid)) first.set(packet.pid, ticks);
    }
    const { program } = reader;
    const begun = program?.media.flatMap((pid) => first.get(pid) ?? []) ?? [];
    if (!program || begun.length === 0) continue;
    const zeroTicks = begun.reduce((zero, ticks) => (secondsBetween(zero, ticks) < 0 ? ticks : zero));
    return { stride, program, zeroTicks };
  }
  throw new Error('the film says nothing of what is in it');
}

/** The subtitles of a film, as far as it says. @throws Error as `openTransport` does */
export async function readTransport(read: ReadBytes, size: number): Promise<readonly FilmTrack[]> {
  const { program } = await openTransport(read, size);
  return program.subtitles.map(({ codec, language, name }) => ({
    ...{ kind: 'subtitle', codec, codecString: '', language, name, isDefault: false },
    ...{ width: 0, height: 0, channels: 0, sampleRate: 0 },
  }));
}

/** The packets of a part of the bytes, a chunk at a time. */
export async function* packetsFrom(
  read: ReadBytes,
  size: number,
  stride: Stride,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<Iterable<TransportPacket>> {
  const reader = new PacketReader(stride);
  const end = Math.min(size, to);
  for (let at = from; at < end; at += chunkBytes) yield reader.push(await read(at, Math.min(at + chunkBytes, end)));
}

/** The time of pictures or sounds that begin in a packet, in seconds of the film; undefined: none do. */
export function mediaSeconds({ program, zeroTicks }: TransportFilm, packet: TransportPacket): number | undefined {
  if (!program.media.includes(packet.pid)) return undefined;
  const ticks = startTicks(packet);
  return ticks === undefined ? undefined : secondsBetween(zeroTicks, ticks);
}

/** A place in the bytes that is before `seconds`, and not long before. */
export async function findPlace(read: ReadBytes, size: number, film: TransportFilm, seconds: number): Promise<number> {
  let [low, high] = [0, size];
  for (let step = 0; step < maxSteps && high - low > chunkBytes; step += 1) {
    const place = Math.floor((low + high) / 2);
    const at = await secondsAt(read, size, film, place);
    if (at === undefined || at > seconds) high = place;
    else low = place;
    if (at !== undefined && at <= seconds && at > seconds - nearSeconds) break;
  }
  return low;
}

async function secondsAt(
  read: ReadBytes,
  size: number,
  film: TransportFilm,
  from: number,
): Promise<number | undefined> {
  for await (const packets of packetsFrom(read, size, film.stride, { from, to: from + maxTimeBytes })) {
    for (const packet of packets) {
      const seconds = mediaSeconds(film, packet);
      if (seconds !== undefined) return seconds;
    }
  }
  return undefined;
}
