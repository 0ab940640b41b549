/** From a key to a stream on the air. [LS3]–[LS5] */
import { createHash } from 'node:crypto';
import type { PublishRequest, Refusal } from '../../../../drivers/rtmp/session.ts';
import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import type { Ids } from '../../../../kernel/ids.ts';
import type { Tx } from '../../../../store/database.ts';
import { mayStillSend, type RightParts } from '../rights.ts';
import { overdueAt, tellRoom } from '../streams.messages.ts';
import * as store from '../streams.store.ts';
import type { PullNotice } from './pull-notice.ts';

export interface PublishingParts extends RightParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly replicaId: string;
  /** A stream whose last beat is older than this moment is over. */
  readonly staleMs: () => number;
  /** Where other processes reach this one: scheme, host and port. */
  readonly relayAddress: () => string;
  /** Whether a second encoder ends the one that sends to the same place. */
  readonly takesOver: () => boolean;
}

/** The item, the broadcast and the publisher of a stream on the air. */
export interface Place {
  readonly roomId: string;
  readonly mediaId: string;
  readonly generationId: string;
  readonly publisherId: string;
}

export interface NewPlace extends Place {
  /** True: another stream was sent to it, which is over now. */
  readonly hasTakenOver: boolean;
}

/**
 * How long an encoder keeps a place that it took over, in milliseconds: the one that lost it reconnects by itself.
 * [LS67]
 */
const leftAloneMs = 600_000;

/** Somebody who wants an item to be on the air, with what they send or what this server pulls. */
export interface Claim extends Omit<Place, 'generationId'> {
  /** Absent: somebody sends it here. */
  readonly pull?: PullNotice;
  /** Uses up the right to send, in the transaction that takes the place. False: there is none any more. */
  use(tx: Tx): Promise<boolean>;
  /** Whether the stream may go on. If the store is unreachable, it throws. */
  mayGoOn(): Promise<boolean>;
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

/** What a key allows. */
export function claimOf(parts: PublishingParts, key: store.KeyRow): Claim {
  const { room_id: roomId, media_id: mediaId, creator_id: publisherId } = key;
  return {
    ...{ roomId, mediaId, publisherId },
    use: (tx) => store.useKey(tx.query(), key, parts.clock.nowMs()),
    mayGoOn: () => mayStillSend(parts, roomId, mediaId, publisherId),
  };
}

/** Uses the claim and takes the place, both or neither. `replaces`: the silent stream of this process. */
export async function takePlace(
  { db, clock, ids, replicaId, relayAddress, staleMs, takesOver }: PublishingParts,
  claim: Claim,
  replaces: string | undefined,
): Promise<NewPlace | Refusal> {
  const generationId = ids.make('str');
  const { roomId, mediaId, publisherId, pull } = claim;
  let hasTakenOver = false;
  try {
    await db.write(async (tx) => {
      const nowMs = clock.nowMs();
      if (!(await claim.use(tx))) throw new Refused('bad_name');
      const now = dateOf(nowMs);
      const row = {
        ...{ media_id: mediaId, room_id: roomId, generation_id: generationId, publisher_id: publisherId },
        ...{ replica_id: replicaId, relay_address: relayAddress() },
        ...{ interrupted_at: null, advice: '[]', past_seconds: 0, took_over_at: null, rungs: [] },
        pull: pull ? JSON.stringify(pull) : null,
      };
      // Processes that pull the same stream do not fight for it.
      const takesOverSinceMs = !pull && takesOver() ? nowMs - leftAloneMs : undefined;
      const place = { overdueMs: overdueAt(nowMs), replaces, takesOverSinceMs };
      const taken = await store.takePlace(tx.query(), { ...row, started_at: now, beat_at: now }, place);
      if (!taken) throw new Refused('taken');
      hasTakenOver = taken.took_over_at !== null;
      await tellRoom(tx, roomId, staleMs());
    });
  } catch (cause) {
    if (cause instanceof Refused) return cause.refusal;
    throw cause;
  }
  return { roomId, mediaId, generationId, publisherId, hasTakenOver };
}
