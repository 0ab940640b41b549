import type { ReadBytes } from '../ebml.ts';
import { readMatroskaPackets, type SubtitleRequest } from './matroska-packets.ts';
import { readPgs } from './pgs.ts';
import type { SubtitlePart } from './subtitle-part.ts';
import { readTexts } from './text-packets.ts';
import { readVobSub } from './vobsub.ts';

/** Reads the subtitles that begin in a part of a film. @throws Error */
export async function readPart(read: ReadBytes, size: number, request: SubtitleRequest): Promise<SubtitlePart> {
  const { codec, header, packets } = await readMatroskaPackets(read, size, request);
  if (codec === 'pgs') return { cues: [], pictures: readPgs(packets) };
  if (codec === 'vobsub') return { cues: [], pictures: readVobSub(header, packets) };
  return { cues: readTexts({ codec, packets }), pictures: [] };
}
