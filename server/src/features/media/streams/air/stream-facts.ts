import { type Amf, decodeAmf0 } from '../../../../drivers/rtmp/amf0.ts';
import type { AudioCodec, VideoCodec } from '../../../../drivers/rtmp/av-tags.ts';
import { RtmpError } from '../../../../drivers/rtmp/rtmp-error.ts';

/** The known facts about a stream. */
export interface StreamFacts {
  readonly video: VideoCodec | undefined;
  readonly audio: AudioCodec | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly frameRate: number | undefined;
  /** The name of the encoder program. */
  readonly encoder: string | undefined;
}

type StreamMetadata = Pick<StreamFacts, 'width' | 'height' | 'frameRate' | 'encoder'>;

/** The useful values of `onMetaData`; readers get no others. [LS23] */
export function readMetadata(payload: Buffer): StreamMetadata | undefined {
  const values = decodeOr(payload);
  const told = values?.find((value) => value instanceof Map) as ReadonlyMap<string, Amf> | undefined;
  if (!told || !values?.includes('onMetaData')) return undefined;
  const number = (name: string, most: number) => {
    const value = told.get(name);
    return typeof value === 'number' && value > 0 && value <= most ? value : undefined;
  };
  const encoder = told.get('encoder');
  return {
    width: number('width', 16_384),
    height: number('height', 16_384),
    frameRate: number('framerate', 1_000),
    // The name must not have characters that change how a line is read.
    encoder: typeof encoder === 'string' ? encoder.replace(/[^\x20-\x7e]/g, '').slice(0, 80) : undefined,
  };
}

/** Undefined for a payload that is no AMF: viewers can watch the stream without it. */
function decodeOr(payload: Buffer): readonly Amf[] | undefined {
  try {
    return decodeAmf0(payload);
  } catch (cause) {
    if (cause instanceof RtmpError) return undefined;
    throw cause;
  }
}
