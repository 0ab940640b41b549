/** Facts from the first bytes of an FLV (Adobe Flash Video File Format Specification 10.1, annex E). */
import type { FilmTrack } from './film-facts.ts';

export interface FlvHead {
  readonly isFlv: boolean;
  /** Undefined: not in the metadata, or 0 as in live streams. */
  readonly durationSeconds: number | undefined;
  /** From the metadata; empty: not listed there. */
  readonly tracks: readonly FilmTrack[];
}

/** Codecs by number (sections E.4.3.1 and E.4.2.1). */
const pictureCodecs: Readonly<Record<number, string>> = { 2: 'flv1', 3: 'screen', 4: 'vp6', 5: 'vp6', 7: 'h264' };
const soundCodecs: Readonly<Record<number, string>> = {
  2: 'mp3',
  5: 'nellymoser',
  6: 'nellymoser',
  10: 'aac',
  11: 'speex',
};

/** Reads the header and the metadata from `bytes`, the first kilobyte of a film. Never throws. */
export function readFlvHead(bytes: Buffer): FlvHead {
  const isFlv = bytes.subarray(0, 3).toString('latin1') === 'FLV';
  if (!isFlv) return { isFlv, durationSeconds: undefined, tracks: [] };
  const seconds = numberOf(bytes, 'duration');
  const [width, height] = [numberOf(bytes, 'width') ?? 0, numberOf(bytes, 'height') ?? 0];
  const picture = numberOf(bytes, 'videocodecid');
  const sound = numberOf(bytes, 'audiocodecid');
  const tracks = [
    ...(picture ? [{ ...unknown, kind: 'video', codec: pictureCodecs[picture] ?? '', width, height } as const] : []),
    ...(sound ? [{ ...unknown, kind: 'audio', codec: soundCodecs[sound] ?? '' } as const] : []),
  ];
  return { isFlv, durationSeconds: seconds && seconds > 0 ? seconds : undefined, tracks };
}

const unknown = {
  ...{ codecString: '', language: '', name: '', isDefault: true },
  ...{ width: 0, height: 0, channels: 0, sampleRate: 0 },
};

/** A number of `onMetaData` in AMF0; undefined: missing, or not a number. */
function numberOf(bytes: Buffer, name: string): number | undefined {
  // The name, preceded by its length and followed by the number marker.
  const property = Buffer.from([0, name.length, ...Buffer.from(name), 0]);
  const place = bytes.indexOf(property);
  const start = place + property.length;
  if (place < 0 || start + 8 > bytes.length) return undefined;
  const value = bytes.readDoubleBE(start);
  return Number.isFinite(value) ? value : undefined;
}
