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

/**
 * How long before the first address expires the room is notified, in milliseconds. Players then request new addresses
 * within a second.
 */
const aheadMs = 2 * 60_000;
/** How often rooms are checked, in milliseconds. */
const sweepMs = 30_000;

export interface RenewalParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly keyValue: Pick<KeyValue, 'set' | 'delete'>;
  readonly library: Pick<Library, 'findMedia'>;
  readonly sources: Pick<Sources, 'outline'>;
}

interface Ending {
  readonly mediaId: string;
  readonly endsAtMs: number;
}

/**
 * Notifies rooms that the addresses of the playing item are about to expire. Players request new ones and continue
 * without a gap. [PB26]
 */
export function makeRenewals(parts: RenewalParts) {
  const { clock, log } = parts;
  /** The earliest expiry of the addresses given to viewers, by room. */
  const endings = new Map<string, Ending>();
  let stopSweeping: (() => void) | undefined;

  function sweep(): void {
    for (const [roomId, ending] of endings) {
      if (ending.endsAtMs - clock.nowMs() > aheadMs) continue;
      endings.delete(roomId);
      renew(parts, roomId, ending.mediaId).catch((err) => {
        logFailedWork(log, err, 'a room was not told of new addresses', { roomId });
        // The next sweep retries until the addresses expire.
        if (ending.endsAtMs > clock.nowMs() && !endings.has(roomId)) endings.set(roomId, ending);
      });
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
    /** Called when a viewer receives addresses that expire. */
    onGiven(roomId: string, mediaId: string, endsAtMs: number): void {
      const known = endings.get(roomId);
      // Addresses that expire at once cause no notice: requesting new ones would not help.
      if (endsAtMs - clock.nowMs() <= aheadMs) return;
      if (known?.mediaId !== mediaId || known.endsAtMs > endsAtMs) endings.set(roomId, { mediaId, endsAtMs });
    },
  };
}

/**
 * Notifies the room under the lock of its row, so that the notice matches the playing item. One replica notifies for
 * all.
 */
async function renew(parts: RenewalParts, roomId: string, mediaId: string): Promise<void> {
  const key = `playback-renewal:${roomId}:${mediaId}`;
  if (!(await isFirst(parts, key))) return;
  try {
    await tell(parts, roomId, mediaId);
  } catch (cause) {
    await parts.keyValue.delete(key).catch(() => undefined);
    throw cause;
  }
}

async function tell({ db, clock, library, sources }: RenewalParts, roomId: string, mediaId: string): Promise<void> {
  await db.write(async (tx) => {
    const timeline = await store.lockTimeline(tx.query(), roomId);
    if (timeline?.mediaId !== mediaId) return;
    const item = await library.findMedia(tx, roomId, mediaId);
    if (!item) return;
    const playback = { ...sources.outline(roomId, item), renewedAt: timestampFromDate(dateOf(clock.nowMs())) };
    tx.emit({ topic: roomId, kind: playbackKind, payload: playbackPayload(timeline.version, playback) });
  });
}

/** True for the first replica that claims the key. While the key-value store is down, rooms may be notified twice. */
async function isFirst({ keyValue }: RenewalParts, key: string): Promise<boolean> {
  try {
    return await keyValue.set(key, '1', { ttlMs: aheadMs / 2, ifAbsent: true });
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'unavailable') return true;
    throw cause;
  }
}
