import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type LiveStreamFactsSchema,
  type LiveStreamSchema,
  type PublishKeySchema,
  PullFault,
  PullState,
  type StreamAdviceSchema,
  StreamFault,
  type StreamPullSchema,
} from '@matinee/contract/gen/service/client/streams_pb.ts';
import { dateOf } from '../../../kernel/clock.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Tx } from '../../../store/database.ts';
import type { Advice, StreamFaultName } from './air/advice.ts';
import type { LiveStream } from './air/live-stream.ts';
import type { PullNotice } from './air/pull-notice.ts';
import { toRecording } from './recording-messages.ts';
import * as store from './streams.store.ts';

/** Kind of the events that tell a room its streams on the air. */
export const streamsKind = 'liveStreams';

/** It is interrupted if its last beat is older than this, in milliseconds, which is four beats. [LS47] */
const overdueAfterMs = 2_000;

export function overdueAt(nowMs: number): number {
  return nowMs - overdueAfterMs;
}

export function toLiveStream(row: store.NamedStreamRow): MessageInitShape<typeof LiveStreamSchema> {
  return {
    roomId: row.room_id,
    mediaId: row.media_id,
    generationId: row.generation_id,
    startedAt: timestampFromDate(row.started_at),
    publisherId: row.publisher_id,
    publisherName: row.publisher_name,
    // What was measured before an interruption says nothing any more.
    advice: row.interrupted_at === null ? row.advice.map(toAdvice) : [],
    pastSeconds: row.past_seconds,
    rungs: row.rungs,
    ...(row.interrupted_at === null ? {} : { interruptedAt: timestampFromDate(row.interrupted_at) }),
    ...(row.pull === null ? {} : { pull: toPull(row.pull) }),
    ...(row.recording === null ? {} : { recording: toRecording(row.recording) }),
  };
}

const pullStates = {
  connecting: PullState.CONNECTING,
  on_air: PullState.ON_AIR,
  waiting: PullState.WAITING,
} satisfies Record<PullNotice['state'], PullState>;

const pullFaults: Readonly<Record<NonNullable<PullNotice['fault']>, PullFault>> = {
  unreachable: PullFault.UNREACHABLE,
  private_network: PullFault.PRIVATE_NETWORK,
  refused: PullFault.REFUSED,
  not_found: PullFault.NOT_FOUND,
  not_live: PullFault.NOT_LIVE,
  silent: PullFault.SILENT,
  ended: PullFault.ENDED,
  too_fast: PullFault.TOO_FAST,
  no_ffmpeg: PullFault.NO_FFMPEG,
};

function toPull({ state, fault, nextTryMs }: PullNotice): MessageInitShape<typeof StreamPullSchema> {
  return {
    state: pullStates[state],
    ...(fault === undefined ? {} : { fault: pullFaults[fault] }),
    ...(nextTryMs === undefined ? {} : { nextTryAt: timestampFromDate(dateOf(nextTryMs)) }),
  };
}

const faults: Readonly<Record<StreamFaultName, StreamFault>> = {
  key_frames_far: StreamFault.KEY_FRAMES_FAR,
  bit_rate_high: StreamFault.BIT_RATE_HIGH,
  viewers_behind: StreamFault.VIEWERS_BEHIND,
  no_sound: StreamFault.NO_SOUND,
  no_picture: StreamFault.NO_PICTURE,
  time_jumps: StreamFault.TIME_JUMPS,
  time_drifts: StreamFault.TIME_DRIFTS,
  frame_rate_low: StreamFault.FRAME_RATE_LOW,
  no_hls: StreamFault.NO_HLS,
  second_publisher: StreamFault.SECOND_PUBLISHER,
  past_short: StreamFault.PAST_SHORT,
  took_over: StreamFault.TOOK_OVER,
};

function toAdvice({ fault, ...rest }: Advice): MessageInitShape<typeof StreamAdviceSchema> {
  return { fault: faults[fault], ...rest };
}

export function toKey(row: store.KeyRow): MessageInitShape<typeof PublishKeySchema> {
  return {
    singleUse: row.is_single_use,
    createdAt: timestampFromDate(row.created_at),
    creatorId: row.creator_id,
    ...(row.expires_at === null ? {} : { expiresAt: timestampFromDate(row.expires_at) }),
  };
}

export function toFacts(stream: LiveStream): MessageInitShape<typeof LiveStreamFactsSchema> {
  const { video, audio, width, height, frameRate, encoder } = stream.facts;
  const { flv, hls, webRtc } = stream.viewers;
  return {
    ...(video === undefined ? {} : { videoCodec: video }),
    ...(audio === undefined ? {} : { audioCodec: audio }),
    ...(width === undefined ? {} : { width: Math.round(width) }),
    ...(height === undefined ? {} : { height: Math.round(height) }),
    ...(frameRate === undefined ? {} : { frameRate }),
    ...(encoder === undefined ? {} : { encoder }),
    bitsPerSecond: Math.round(stream.bitsPerSecond),
    hasHls: stream.hls.tracks !== undefined,
    ...{ flvReaders: flv, hlsReaders: hls, webRtcReaders: webRtc },
  };
}

export function streamsPayload(rows: readonly store.NamedStreamRow[]): Uint8Array {
  const value = { streams: rows.map(toLiveStream) };
  return changePayload({ version: 0, snapshot: true, resource: { case: 'liveStreams', value } });
}

/** Tells a room its streams on the air, in the transaction that changed them, as its last step. [LS6] */
export async function tellRoom(tx: Tx, roomId: string, staleMs: number): Promise<void> {
  // From here to the commit nobody else tells the room its streams, so what it is told last is how they are.
  await tx.nextSequence(roomId);
  const rows = await store.listStreams(tx.query(), roomId, staleMs);
  tx.emit({ topic: roomId, kind: streamsKind, payload: streamsPayload(rows) });
}
