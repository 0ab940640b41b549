/** From a key to a stream on the air. [LS3]–[LS5] */
import { createHash } from 'node:crypto';
import type { PublishRequest, Refusal } from '../../../../drivers/rtmp/session.ts';
import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import type { Ids } from '../../../../kernel/ids.ts';
import { mayStillSend, type RightParts } from '../rights.ts';
import { overdueAt, tellRoom } from '../streams.messages.ts';
import * as store from '../streams.store.ts';

export interface PublishingParts extends RightParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly replicaId: string;
  /** A stream whose last beat is older than this moment is over. */
  readonly staleMs: () => number;
  /** Where other processes reach this one: scheme, host and port. */
  readonly relayAddress: () => string;
}

/** The item, the broadcast and the publisher of a stream on the air. */
export interface Place {
  readonly roomId: string;
  readonly mediaId: string;
  readonly generationId: string;
  readonly publisherId: string;
}

/** A key of 32 random bytes needs no slow digest: it cannot be guessed. */
export function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/**
 * Reads `rtmp://host/live/room/key`. Encoders split it in two after the room; relays such as nginx split it after
 * `live`. Ignores anything after a question mark.
 */
function placeIn({ app, name }: PublishRequest): { application: string; room: string; key: string } | undefined {
  const parts = [app, name].flatMap((text) => text.split('?')[0]!.split('/')).filter((part) => part !== '');
  const [application = '', room = '', key = ''] = parts;
  return parts.length === 3 ? { application, room, key } : undefined;
}

/** The valid key for this room, if its creator may still send. */
export async function findKey(parts: PublishingParts, request: PublishRequest): Promise<store.KeyRow | undefined> {
  const { db, clock } = parts;
  const place = placeIn(request);
  if (place?.application !== 'live') return undefined;
  const key = await store.findKeyByDigest(db.query(), digestOf(place.key));
  if (key?.room_id !== place.room) return undefined;
  if (key.expires_at !== null && key.expires_at.getTime() <= clock.nowMs()) return undefined;
  return (await mayStillSend(parts, key.room_id, key.media_id, key.creator_id)) ? key : undefined;
}

class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** Uses the key and takes the place, both or neither. `replaces`: the silent stream of this process. */
export async function takePlace(
  { db, clock, ids, replicaId, relayAddress, staleMs }: PublishingParts,
  key: store.KeyRow,
  replaces: string | undefined,
): Promise<Place | Refusal> {
  const generationId = ids.make('str');
  const { room_id, media_id, creator_id } = key;
  try {
    await db.write(async (tx) => {
      const nowMs = clock.nowMs();
      if (!(await store.useKey(tx.query(), key, nowMs))) throw new Refused('bad_name');
      const now = dateOf(nowMs);
      const row = {
        ...{ media_id, room_id, generation_id: generationId, publisher_id: creator_id, replica_id: replicaId },
        ...{ relay_address: relayAddress(), interrupted_at: null, advice: '[]' },
      };
      const place = { overdueMs: overdueAt(nowMs), replaces };
      if (!(await store.takePlace(tx.query(), { ...row, started_at: now, beat_at: now }, place)))
        throw new Refused('taken');
      await tellRoom(tx, room_id, staleMs());
    });
  } catch (cause) {
    if (cause instanceof Refused) return cause.refusal;
    throw cause;
  }
  return { roomId: room_id, mediaId: media_id, generationId, publisherId: creator_id };
}
