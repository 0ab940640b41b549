import { ReadyCheckOutcome } from '@matinee/contract/gen/service/client/ready_checks_pb.ts';
import type { Outcome } from '../../../kernel/batcher.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { changePayload } from '../../../realtime/frames.ts';
import { BrokenChange } from '../../../store/batched-write.ts';
import type { Tx } from '../../../store/database.ts';
import type { PlaybackInit } from '../../media/providers/providers.port.ts';
import { type CheckEnd, endCheck } from '../ready-checks/check-keeper.ts';
import { areAllReady, type ReadyCheck } from '../ready-checks/ready-check.ts';
import { findCheck } from '../ready-checks/ready-checks.store.ts';
import * as operations from './operations.store.ts';
import type { OnItemChanged } from './playback.port.ts';
import { playbackKind, playbackStateKind } from './playback.port.ts';
import * as store from './playback.store.ts';
import { toPlaybackState } from './playback-messages.ts';
import { positionAt, type Timeline } from './timeline.ts';

/** The outcome of a change. */
export interface Next {
  readonly timeline: Timeline;
  /** The playing item for clients. Required when another item starts. */
  readonly playback?: PlaybackInit;
  /** True: sends `playback` even if the item is the same as before. */
  readonly isPlaybackNew?: boolean;
}

/**
 * Computes the new state; undefined leaves everything as it is. Runs under the lock of the room's row. It must throw
 * its refusals (AppError) before it writes anything, because other changes may share its transaction.
 */
export type Change = (timeline: Timeline, nowMs: number, tx: Tx) => Next | undefined | Promise<Next | undefined>;

/** A change, and the operation id under which its sender may repeat it. */
export interface ChangeRequest {
  readonly change: Change;
  readonly operation?: operations.Operation | undefined;
}

/** The parts that every change needs. */
export interface ChangeParts {
  readonly clock: Clock;
  readonly onItemChanged: OnItemChanged;
}

/** A room's state after a change, and whether the change altered it. `timeline` is undefined when the room is gone. */
export interface Changed {
  readonly timeline: Timeline | undefined;
  readonly isChanged: boolean;
  /** Set where the change ended a wait: the length of the wait, in milliseconds. */
  readonly waitedMs?: number | undefined;
}

/**
 * The only way to change the state: under the row's lock, with the events in the same transaction. An operation that
 * was applied before changes nothing and returns its earlier result. [PB6] [PB7] [PB21]
 */
export async function applyChanges(
  { clock, onItemChanged }: ChangeParts,
  tx: Tx,
  roomId: string,
  all: readonly ChangeRequest[],
): Promise<Outcome<Changed>[]> {
  // All statements share one round trip. The later ones see the commits that the first one waited for.
  const [before, applied, check] = await Promise.all([
    store.lockTimeline(tx.query(), roomId),
    findKnown(tx, roomId, all, clock.nowMs() - operations.rememberedMs),
    findCheck(tx.query(), roomId),
  ]);
  if (!before) return all.map(() => ({ value: { timeline: undefined, isChanged: false } }));
  let timeline = before;
  const outcomes: Outcome<Changed>[] = [];
  const added: operations.AppliedOperation[] = [];
  for (const { change, operation } of all) {
    const known = operation && applied.get(keyOf(operation));
    if (known) {
      outcomes.push({ value: { timeline: known, isChanged: false } });
      continue;
    }
    const result = await attempt(() => change(timeline, clock.nowMs(), tx));
    if ('error' in result) {
      outcomes.push(result);
      continue;
    }
    const { next } = result;
    if (next) {
      tell(tx, roomId, timeline, next);
      if (next.timeline.mediaId !== timeline.mediaId) await tellItem(onItemChanged, tx, roomId, timeline, next);
    }
    const waitedMs = next && waitedUntil(timeline, next.timeline);
    timeline = next?.timeline ?? timeline;
    outcomes.push({ value: { timeline, isChanged: next !== undefined, waitedMs } });
    if (operation === undefined) continue;
    applied.set(keyOf(operation), timeline);
    added.push({ ...operation, appliedAtMs: clock.nowMs(), timeline });
  }
  if (added.length > 0) tx.finish(operations.keepingApplied(tx.query(), roomId, added));
  const end = check && endOfCheck(check, before, timeline);
  if (end) endCheck(tx, roomId, check, end);
  if (timeline !== before) tx.finish(store.updatingTimeline(tx.query(), roomId, timeline));
  return outcomes;
}

/** How a change ends the ready check; undefined: the check continues. [RY6] [RY8] */
function endOfCheck(check: ReadyCheck, from: Timeline, to: Timeline): CheckEnd | undefined {
  const { actorDisplayName } = to;
  if (from.mediaId !== to.mediaId) return { outcome: ReadyCheckOutcome.OTHER_ITEM, actorDisplayName };
  if (!to.isPlaying || from.isPlaying) return undefined;
  if (areAllReady(check, 1)) return { outcome: ReadyCheckOutcome.ALL_READY };
  return { outcome: ReadyCheckOutcome.STARTED, actorDisplayName };
}

/** Length of the wait that ended between two states, in milliseconds; undefined: none ended. */
function waitedUntil({ waiting }: Timeline, next: Timeline): number | undefined {
  if (waiting?.sinceMs === undefined || next.waiting !== null) return undefined;
  return Math.max(0, next.atMs - waiting.sinceMs);
}

/** The answers to the operations that the room has applied, by `keyOf`. */
async function findKnown(tx: Tx, roomId: string, all: readonly ChangeRequest[], sinceMs: number) {
  const named = all.flatMap(({ operation }) => operation ?? []);
  const found = await operations.findApplied(tx.query(), roomId, named, sinceMs);
  return new Map(found.map((operation) => [keyOf(operation), operation.timeline]));
}

/** User ids contain no spaces. */
function keyOf({ userId, operationId }: operations.Operation): string {
  return `${userId} ${operationId}`;
}

function tell(tx: Tx, roomId: string, from: Timeline, next: Next): void {
  const { timeline, playback = {}, isPlaybackNew = timeline.mediaId !== from.mediaId } = next;
  const { version } = timeline;
  const resource = { case: 'playbackState' as const, value: toPlaybackState(timeline) };
  tx.emit({ topic: roomId, kind: playbackStateKind, payload: changePayload({ version, snapshot: true, resource }) });
  if (!isPlaybackNew) return;
  tx.emit({ topic: roomId, kind: playbackKind, payload: playbackPayload(version, playback) });
}

/** Notifies other features that another item plays. */
async function tellItem(
  onItemChanged: OnItemChanged,
  tx: Tx,
  roomId: string,
  from: Timeline,
  { timeline: to, playback }: Next,
): Promise<void> {
  const { atMs, actorId, actorName, actorDisplayName, mediaId, mediaName: name, positionSeconds, durationSeconds } = to;
  const ended =
    from.mediaId === null
      ? undefined
      : { mediaId: from.mediaId, positionSeconds: positionAt(from, atMs), durationSeconds: from.durationSeconds };
  await onItemChanged(tx, roomId, {
    atMs,
    actorId,
    actorName,
    actorDisplayName,
    ended,
    begun:
      mediaId === null
        ? undefined
        : {
            mediaId,
            playlistId: to.playlistId ?? '',
            name,
            positionSeconds,
            durationSeconds,
            pictures: playback?.media ?? {},
          },
  });
}

/** Payload about the playing item, sent for each new item. */
export function playbackPayload(version: number, value: PlaybackInit): Uint8Array {
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
