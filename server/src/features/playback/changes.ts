import type { Media } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Outcome } from '../../kernel/gather.ts';
import { changePayload } from '../../realtime/frames.ts';
import type { Tx } from '../../store/database.ts';
import { BrokenChange } from '../../store/turns.ts';
import { playbackKind, playbackStateKind } from './playback.port.ts';
import * as store from './playback.store.ts';
import { toPlayback, toPlaybackState } from './playback-messages.ts';
import type { Timeline } from './timeline.ts';

/** The outcome of a change. */
export interface Next {
  readonly timeline: Timeline;
  /** The item that plays. Must be given when it is another item than before. */
  readonly media?: Media;
}

/**
 * Computes the new state, or undefined to leave everything as it is. It runs under the lock of the room's row. It must throw its
 * refusals (AppError) before it writes anything, because other changes may share its transaction.
 */
export type Change = (timeline: Timeline, nowMs: number, tx: Tx) => Next | undefined | Promise<Next | undefined>;

/** A room's state after a change, and whether the change altered it. `timeline` is undefined when the room is gone. */
export interface Changed {
  readonly timeline: Timeline | undefined;
  readonly isChanged: boolean;
}

/** The one way in which a state changes: under the row's lock, with the events in the same transaction. [PB6] [PB7] */
export async function applyChanges(
  clock: Clock,
  tx: Tx,
  roomId: string,
  changes: readonly Change[],
): Promise<Outcome<Changed>[]> {
  const before = await store.lockTimeline(tx.query(), roomId);
  if (!before) return changes.map(() => ({ value: { timeline: undefined, isChanged: false } }));
  let timeline = before;
  const outcomes: Outcome<Changed>[] = [];
  for (const change of changes) {
    const result = await attempt(() => change(timeline, clock.nowMs(), tx));
    if ('error' in result) {
      outcomes.push(result);
      continue;
    }
    const { next } = result;
    if (next) tell(tx, roomId, timeline, next);
    timeline = next?.timeline ?? timeline;
    outcomes.push({ value: { timeline, isChanged: next !== undefined } });
  }
  if (timeline !== before) tx.finish(store.updatingTimeline(tx.query(), roomId, timeline));
  return outcomes;
}

function tell(tx: Tx, roomId: string, from: Timeline, { timeline, media }: Next): void {
  const { version } = timeline;
  const resource = { case: 'playbackState' as const, value: toPlaybackState(timeline) };
  tx.emit({ topic: roomId, kind: playbackStateKind, payload: changePayload({ version, snapshot: true, resource }) });
  if (timeline.mediaId === from.mediaId) return;
  tx.emit({ topic: roomId, kind: playbackKind, payload: playbackPayload(version, toPlayback(media)) });
}

/** Payload of what plays, sent for each new item. */
export function playbackPayload(version: number, value: ReturnType<typeof toPlayback>): Uint8Array {
  return changePayload({ version, snapshot: true, resource: { case: 'playback', value } });
}

/** Runs one change. @returns its outcome or its refusal. @throws BrokenChange for any other failure. */
export async function attempt(
  run: () => ReturnType<Change>,
): Promise<{ readonly next: Next | undefined } | { readonly error: AppError }> {
  try {
    return { next: await run() };
  } catch (error) {
    if (error instanceof AppError && !error.reason.startsWith('store.')) return { error };
    throw new BrokenChange(error);
  }
}
