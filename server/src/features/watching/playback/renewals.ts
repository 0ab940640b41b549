import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Database } from '../../../store/database.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import type { Library } from '../../media/library/library.port.ts';
import type { Sources } from '../../media/providers/providers.port.ts';
import { playbackPayload } from './changes.ts';
import { playbackKind } from './playback.port.ts';
import * as store from './playback.store.ts';

/** How long before the first address ends the room is told, in milliseconds: players that hear of it ask within a second. */
const aheadMs = 2 * 60_000;
/** How often rooms are looked at, in milliseconds. */
const sweepMs = 30_000;

export interface RenewalParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly keyValue: Pick<KeyValue, 'set'>;
  readonly library: Pick<Library, 'findMedia'>;
  readonly sources: Pick<Sources, 'outline'>;
}

interface Ending {
  readonly mediaId: string;
  readonly endsAtMs: number;
}

/** Tells rooms that the addresses of what plays are about to end: who plays asks for new ones, and goes on without a hole. [PB26] */
export function makeRenewals(parts: RenewalParts) {
  const { clock, log } = parts;
  /** The first end of the addresses that were given to viewers, by room. */
  const endings = new Map<string, Ending>();
  let stopSweeping: (() => void) | undefined;

  function sweep(): void {
    for (const [roomId, { mediaId, endsAtMs }] of endings) {
      if (endsAtMs - clock.nowMs() > aheadMs) continue;
      endings.delete(roomId);
      renew(parts, roomId, mediaId).catch((err) =>
        logFailedWork(log, err, 'a room was not told of new addresses', { roomId }),
      );
    }
  }

  const part: Part = {
    name: 'renewal of addresses',
    start: async () => {
      stopSweeping = clock.every(sweepMs, sweep);
    },
    stop: async () => stopSweeping?.(),
  };
  return {
    part,
    /** Somebody was given addresses that end. */
    onGiven(roomId: string, mediaId: string, endsAtMs: number): void {
      const known = endings.get(roomId);
      // Whoever is given addresses that end at once is told nothing: asking again would not help.
      if (endsAtMs - clock.nowMs() <= aheadMs) return;
      if (known?.mediaId !== mediaId || known.endsAtMs > endsAtMs) endings.set(roomId, { mediaId, endsAtMs });
    },
  };
}

/** Tells the room under the lock of its row, so that what is told belongs to what plays. One replica tells it for all. */
async function renew(parts: RenewalParts, roomId: string, mediaId: string): Promise<void> {
  const { db, clock, library, sources } = parts;
  if (!(await isFirst(parts, `playback-renewal:${roomId}:${mediaId}`))) return;
  await db.write(async (tx) => {
    const timeline = await store.lockTimeline(tx.query(), roomId);
    if (timeline?.mediaId !== mediaId) return;
    const item = await library.findMedia(tx, roomId, mediaId);
    if (!item) return;
    const playback = { ...sources.outline(roomId, item), renewedAt: timestampFromDate(dateOf(clock.nowMs())) };
    tx.emit({ topic: roomId, kind: playbackKind, payload: playbackPayload(timeline.version, playback) });
  });
}

/** While the store is away, rooms may be told twice. */
async function isFirst({ keyValue }: RenewalParts, key: string): Promise<boolean> {
  try {
    return await keyValue.set(key, '1', { ttlMs: aheadMs / 2, ifAbsent: true });
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'unavailable') return true;
    throw cause;
  }
}
