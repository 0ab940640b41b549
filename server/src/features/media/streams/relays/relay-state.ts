/**
 * The state of a stream, as one process tells it to another. With it and the frames that follow, both make the same
 * segments with the same numbers. [LS42]
 */
import { deserialize, serialize } from 'node:v8';
import { z } from 'zod';
import type { StreamFacts } from '../air/stream-facts.ts';
import type { HlsState } from '../hls/hls-output.ts';
import type { Segment } from '../hls/segmenter.ts';
import { RelayBroken } from './relay-broken.ts';

/** A message of the publisher, with its time in the stream. */
export interface PassedTag {
  readonly track: 'audio' | 'video';
  readonly ms: number;
  readonly payload: Buffer;
}

export interface StreamState {
  readonly startedAtMs: number;
  readonly zeroMs: number | undefined;
  readonly facts: StreamFacts;
  readonly isSettled: boolean;
  /** Decoder configurations. */
  readonly configs: readonly PassedTag[];
  /** The frames since the last key frame. */
  readonly group: readonly PassedTag[];
  readonly hls: HlsState;
}

const number = z.number();
const bytes = z.instanceof(Buffer);
const maybeText = z.string().max(100).optional();
export const tracksShape = z.object({
  video: z.enum(['h264', 'hevc', 'av1', 'vp9']).optional(),
  audio: z.enum(['aac', 'mp3', 'opus']).optional(),
});
const part = z.object({ index: number, bytes, durationSeconds: number, isIndependent: z.boolean() });
const start = z.object({
  ...{ number, dateMs: number, tracks: tracksShape, isDiscontinuity: z.boolean(), initNumber: number.optional() },
});
const segment = start.extend({
  bytes,
  durationSeconds: number,
  parts: z.array(part.extend({ bytes: number })).max(100),
  isSparse: z.boolean(),
});
const segmenter = z.object({
  ...{ number, isDiscontinuity: z.boolean(), segment: start.optional(), startMs: number, bytes: number },
  ...{ parts: z.array(part).max(100), partStartMs: number, isIndependent: z.boolean(), packets: bytes, lastMs: number },
});
const waiting = z.object({
  ...{ track: z.enum(['audio', 'video']), bytes, dtsMs: number, compositionMs: number },
  ...{ isRandomAccessPoint: z.boolean(), dateMs: number },
});
const packager = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ts'), counters: z.array(z.tuple([number, number])).max(8) }),
  z.object({
    ...{ kind: z.literal('mp4'), fragments: number, waiting: z.array(waiting).max(10_000) },
    ...{ usualMs: z.object({ video: number, audio: number }), sound: bytes.optional(), init: bytes.optional() },
  }),
]);
const codecs = {
  video: z.enum(['h264', 'hevc', 'av1', 'vp9', 'other']).optional(),
  audio: z.enum(['aac', 'mp3', 'opus', 'other']).optional(),
};
const tags = z.array(z.object({ track: z.enum(['audio', 'video']), ms: number, payload: bytes })).max(10_000);
const factsShape = z.object({
  ...{ ...codecs, width: number.optional(), height: number.optional(), frameRate: number.optional() },
  encoder: maybeText,
});

const shape = z.object({
  ...{ startedAtMs: number, zeroMs: number.optional(), facts: factsShape, isSettled: z.boolean() },
  ...{ configs: tags, group: tags },
  hls: z.object({
    ...{ hasBegun: z.boolean(), codecs: z.object(codecs), nextNumber: number, hasSegments: z.boolean() },
    ...{ hasPicture: z.boolean(), hasMp4: z.boolean(), last: z.object({ video: number, audio: number }) },
    run: z.object({ tracks: tracksShape, packager, segmenter, initNumber: number.optional() }).optional(),
    window: z.object({
      ...{ segments: z.array(segment).max(20), growing: start.extend({ parts: z.array(part) }).optional() },
      inits: z.array(z.object({ number, bytes })).max(40),
      ...{ discontinuities: number, targetSeconds: number.optional(), hasParts: z.boolean() },
    }),
  }),
});

export function encodeState(state: StreamState): Buffer {
  const { window } = state.hls;
  // The parts of a whole segment are views of it: their lengths say everything.
  const segments = window.segments.map(({ lend: _, forget: _forget, ...one }) => ({
    ...one,
    parts: one.parts.map((each) => ({ ...each, bytes: each.bytes.length })),
  }));
  return serialize({ ...state, hls: { ...state.hls, window: { ...window, segments } } });
}

/** @throws RelayBroken */
export function decodeState(body: Buffer): StreamState {
  const told = read(() => shape.parse(deserialize(body)));
  const segments = told.hls.window.segments.map((one) => ({ ...one, size: one.bytes.length, parts: partsOf(one) }));
  // Zod does not tell absent fields from undefined ones, which is all that differs.
  return { ...told, hls: { ...told.hls, window: { ...told.hls.window, segments } } } as unknown as StreamState;
}

/** @throws RelayBroken */
export function decodeFacts(body: Buffer): StreamFacts {
  return read(() => factsShape.parse(JSON.parse(body.toString()))) as StreamFacts;
}

function partsOf({ bytes: whole, parts }: z.infer<typeof segment>): Segment['parts'] {
  let from = 0;
  return parts.map((one) => {
    const view = whole.subarray(from, from + one.bytes);
    from += one.bytes;
    return { ...one, bytes: view };
  });
}

function read<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new RelayBroken('its state cannot be read', { cause });
  }
}
