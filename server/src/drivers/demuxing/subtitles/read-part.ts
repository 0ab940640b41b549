import { cueOf } from '@matinee/subtitles/cue.ts';
import { isMatroska, type ReadBytes } from '../ebml.ts';
import { isTransport } from '../transport/transport-film.ts';
import { readDvb } from './dvb.ts';
import { readMatroskaPackets, type SubtitleRequest } from './matroska-packets.ts';
import { readMp4Packets } from './mp4-packets.ts';
import { joinDisplaySets, readPgs } from './pgs.ts';
import type { SubtitlePart } from './subtitle-part.ts';
import { readTeletext } from './teletext.ts';
import { readScript, readTexts } from './text-packets.ts';
import { readTimedText } from './timed-text.ts';
import { readTransportPackets } from './transport-packets.ts';
import { readVobSub } from './vobsub.ts';

/** Reads the subtitles that begin in a part of a film. @throws Error */
export async function readPart(read: ReadBytes, size: number, request: SubtitleRequest): Promise<SubtitlePart> {
  if (!(await isMatroska(read, size))) {
    if (await isTransport(read, size)) return readBroadcast(read, size, request);
    const { packets } = await readMp4Packets(read, size, request);
    return { cues: packets.flatMap(({ start, end, data }) => cueOf(start, end, readTimedText(data))), pictures: [] };
  }
  const { codec, header, packets } = await readMatroskaPackets(read, size, request);
  if (codec === 'pgs') return { cues: [], pictures: readPgs(packets) };
  if (codec === 'vobsub') return { cues: [], pictures: readVobSub(header, packets) };
  if (codec === 'dvb') return { cues: [], pictures: readDvb(packets, []) };
  const texts = { cues: readTexts({ codec, packets }), pictures: [] };
  return codec === 'ass' || codec === 'ssa' ? { ...texts, script: readScript({ header, packets }) } : texts;
}

/** What is shown in a part may be built on packets before it. */
async function readBroadcast(read: ReadBytes, size: number, request: SubtitleRequest): Promise<SubtitlePart> {
  const { track, packets } = await readTransportPackets(read, size, request);
  const isInPart = ({ start }: { readonly start: number }) => start >= request.from && start < request.to;
  if (track.codec === 'teletext')
    return { cues: readTeletext(packets, track.pages[0]!, track.language).filter(isInPart), pictures: [] };
  const pictures = track.codec === 'pgs' ? readPgs(joinDisplaySets(packets)) : readDvb(packets, track.pages);
  return { cues: [], pictures: pictures.filter(isInPart) };
}
