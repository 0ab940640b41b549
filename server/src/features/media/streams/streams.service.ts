import type {
  CreateRoomPublishKeyRequest,
  KickRoomStreamRequest,
} from '@matinee/contract/gen/service/client/streams_pb.ts';
import type { Call, RoomPrincipal, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { dateOf } from '../../../kernel/clock.ts';
import { type Random, secretText } from '../../../kernel/random.ts';
import type { OnAir } from './air/on-air.ts';
import { digestOf } from './air/publishing.ts';
import { type PreviewParts, previewOf } from './preview.ts';
import { toRecording } from './recording-messages.ts';
import type { Relays } from './relays/relays.ts';
import { getPlaceOf, getStreamItem, maySend, type RightParts } from './rights.ts';
import { type SrtFaultName, toSrtFault } from './srt-faults.ts';
import { streamErrors } from './streams.errors.ts';
import { streamsPayload, toFacts, toKey, toLiveStream } from './streams.messages.ts';
import * as store from './streams.store.ts';
import { takeOff } from './taking-off.ts';

export interface StreamServiceParts extends RightParts, PreviewParts {
  readonly onAir: OnAir;
  readonly relays: Pick<Relays, 'peek'>;
  /** A stream whose last beat is older than this moment is over. */
  readonly staleMs: () => number;
  readonly random: Random;
  /** The address for encoders, without the room's path; undefined: there is none. */
  readonly serverAddress: () => string | undefined;
  /** The address for WHIP, without the room's path; undefined: the operator has not enabled it. */
  readonly whipAddress: () => string | undefined;
  /** Whether the operator lets people send by SRT. */
  readonly hasSrt: () => boolean;
  /** Why what came by SRT for an item is not on the air. */
  readonly srtFaultOf: (mediaId: string) => SrtFaultName | undefined;
  /** Whether the operator lets people record. */
  readonly canRecord: () => boolean;
}

type MemberCall = Call<UserPrincipal, RoomStanding>;
type NewKey = Pick<CreateRoomPublishKeyRequest, 'mediaId' | 'singleUse' | 'expiresInSeconds'>;

/** Keys, for features that take streams in another way. */
export interface StreamKeys {
  /** @throws AppError `streams.not_allowed`, `streams.not_a_stream`, `library.media_not_found` */
  require(mediaId: string, call: MemberCall): Promise<void>;
  /** For a caller who may: `require` comes first. */
  make(request: NewKey, call: MemberCall): ReturnType<typeof makeKey>;
}

/** Keys, and the streams on the air in a room. */
export function makeStreamService(parts: StreamServiceParts) {
  const { db, onAir, relays, clock, staleMs, serverAddress, whipAddress, canRecord } = parts;
  /** Empty texts stand for ways that the operator has not enabled. */
  const addressesOf = (roomId: string) => {
    const [rtmp, whip] = [serverAddress(), whipAddress()];
    const serverUrl = rtmp === undefined ? '' : `${rtmp}/live/${roomId}`;
    return { serverUrl, whipUrl: whip === undefined ? '' : `${whip}/${roomId}` };
  };
  const list = (roomId: string) => store.listStreams(db.query(), roomId, staleMs());
  const keys: StreamKeys = {
    require: (mediaId, call) => requireSender(parts, call, mediaId),
    make: (request, call) => makeKey(parts, request, call),
  };
  return {
    keys,
    /** [LS1] [LS2] */
    async createKey(request: CreateRoomPublishKeyRequest, call: MemberCall) {
      const addresses = addressesOf(call.room.roomId);
      if (addresses.serverUrl === '' && addresses.whipUrl === '') throw streamErrors.switched_off();
      await keys.require(request.mediaId, call);
      return { ...addresses, ...(await keys.make(request, call)) };
    },
    async list(roomId: string) {
      return { streams: (await list(roomId)).map(toLiveStream) };
    },
    async snapshot(roomId: string) {
      return { version: 0, payload: streamsPayload(await list(roomId)) };
    },
    /** [LS9] */
    async info(mediaId: string, { principal, room }: Call<RoomPrincipal, RoomStanding>) {
      const item = await getStreamItem(parts, room.roomId, mediaId);
      const sender = principal.kind === 'user' && maySend(item, principal.userId, room) ? principal : undefined;
      const isSender = sender !== undefined && item.media.source?.source.case === 'rtmp';
      const [row, key, recording] = await Promise.all([
        store.findStream(db.query(), mediaId, staleMs()),
        isSender ? store.findKey(db.query(), mediaId) : undefined,
        store.findRecording(db.query(), mediaId),
      ]);
      const stream = onAir.find(room.roomId, mediaId) ?? (row && relays.peek(row.generation_id));
      const isServing = key && (key.expires_at === null || key.expires_at.getTime() > clock.nowMs());
      return {
        ...(row ? { stream: toLiveStream(row) } : {}),
        ...(row && stream ? { facts: toFacts(stream) } : {}),
        ...(isServing ? { key: toKey(key) } : {}),
        ...(isSender ? addressesOf(room.roomId) : {}),
        ...(recording ? { recording: toRecording(recording) } : {}),
        ...(row && sender ? { preview: previewOf(parts, room.roomId, item, sender) } : {}),
        ...(isSender ? srtFactsOf(parts, mediaId) : {}),
        mayRecord: sender !== undefined && canRecord(),
      };
    },
    /** [LS7] */
    async kick({ mediaId }: KickRoomStreamRequest, call: MemberCall) {
      await requireSender(parts, call, mediaId);
      await db.write((tx) => takeOff(tx, call.room.roomId, mediaId, staleMs()));
      return {};
    },
  };
}

function srtFactsOf({ hasSrt, srtFaultOf }: StreamServiceParts, mediaId: string) {
  const fault = srtFaultOf(mediaId);
  return { hasSrt: hasSrt(), ...(fault === undefined ? {} : { srtFault: toSrtFault(fault) }) };
}

/** @throws AppError `streams.not_allowed`, and as `getPlaceOf` */
async function requireSender(parts: RightParts, { principal, room }: MemberCall, mediaId: string): Promise<void> {
  const item = await getPlaceOf(parts, room.roomId, mediaId);
  if (!maySend(item, principal.userId, room)) throw streamErrors.not_allowed();
}

async function makeKey(
  { db, clock, random }: StreamServiceParts,
  { mediaId, singleUse, expiresInSeconds }: NewKey,
  { principal, room }: MemberCall,
) {
  const publishKey = secretText(random);
  const nowMs = clock.nowMs();
  const row: store.KeyRow = {
    media_id: mediaId,
    room_id: room.roomId,
    digest: digestOf(publishKey),
    creator_id: principal.userId,
    is_single_use: singleUse,
    expires_at: expiresInSeconds === undefined ? null : dateOf(nowMs + expiresInSeconds * 1_000),
    created_at: dateOf(nowMs),
  };
  await db.write((tx) => store.putKey(tx.query(), row));
  return { publishKey, key: toKey(row) };
}
