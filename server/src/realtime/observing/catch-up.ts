import { Change } from '../frames.ts';
import { realtimeErrors } from '../realtime.errors.ts';
import type { Answers } from './answers.ts';
import type { Observation } from './observation.ts';
import type { RoomEvents } from './room-events.ts';
import type { LoadedSnapshot, Snapshots } from './snapshots.ts';

/** Where in a room that comes from which an observer misses. */
export interface Sources {
  readonly events: RoomEvents;
  readonly snapshots: Snapshots;
  readonly answers: Answers;
}

/** What the client says it has. */
export interface Known {
  readonly version: number | undefined;
  readonly afterSequence: number | undefined;
}

/** Events read from the store at a time; a page must fit the outbound window. */
const PAGE = 100;

/**
 * Answers an observation, sends what the client misses, and lets it follow. No change is lost or sent twice in between. [RT4]
 * Undefined: that is done; where others are in the room already there is mostly nothing to wait for.
 * @throws AppError when the state cannot be loaded; then nothing was answered.
 */
export function catchUp(sources: Sources, observation: Observation, known: Known): Promise<void> | undefined {
  return sources.events.isReady && catchUpNow(sources, observation, known)
    ? undefined
    : catchUpSoon(sources, observation, known);
}

async function catchUpSoon(sources: Sources, observation: Observation, known: Known): Promise<void> {
  await sources.events.ready();
  if (observation.isEnded || catchUpNow(sources, observation, known)) return;
  const { afterSequence, version } = known;
  if (observation.resource.snapshot === undefined) await replayStored(sources, observation, afterSequence ?? 0);
  else await sendState(sources, observation, version, true);
}

/** All that can be done without a wait, so that nothing can happen in between. False: it takes the store. */
function catchUpNow(sources: Sources, observation: Observation, { afterSequence, version }: Known): boolean {
  const { resource, key } = observation;
  const isLog = resource.snapshot === undefined;
  const isReplayable = !resource.followsStanding && !resource.isEphemeral;
  if (afterSequence !== undefined && isReplayable) {
    const missed = sources.events.recent.changesAfter(afterSequence, key);
    if (missed !== undefined) return resume(sources, observation, missed);
  }
  if (isLog) return afterSequence === undefined && follow(sources, observation);
  const loaded = sources.snapshots.peek(key);
  return loaded !== undefined && showState(sources, observation, loaded, { version, isAnswer: true });
}

/** Loads the state and sends it, unless the client holds that version. Also when a state changed by an event of another kind. */
export async function sendState(
  sources: Sources,
  observation: Observation,
  version: number | undefined,
  isAnswer: boolean,
): Promise<void> {
  const { resource, key, observer } = observation;
  const loaded = await sources.snapshots.get(resource, key, observer);
  if (observation.isOverrun) throw realtimeErrors.too_many_changes();
  showState(sources, observation, loaded, { version, isAnswer });
}

function showState(
  sources: Sources,
  observation: Observation,
  loaded: LoadedSnapshot,
  { version, isAnswer }: { readonly version: number | undefined; readonly isAnswer: boolean },
): true {
  const isChanged = loaded.version === 0 || loaded.version !== version;
  const cursor = observation.resource.isEphemeral ? 0 : Math.max(loaded.sequence, sources.events.recent.position);
  if (isAnswer) answer(sources, observation, isChanged, cursor);
  if (isChanged) observation.sendSnapshot(loaded.change);
  observation.goLive(loaded.sequence);
  return true;
}

/** A log without a cursor: only what happens from here on. */
function follow(sources: Sources, observation: Observation): true {
  const { position } = sources.events.recent;
  answer(sources, observation, false, position);
  observation.goLive(position);
  return true;
}

/** All that was missed is still in memory. */
function resume(sources: Sources, observation: Observation, missed: readonly Change[]): true {
  const { position } = sources.events.recent;
  answer(sources, observation, missed.length > 0, position);
  observation.replay(missed);
  observation.goLive(position);
  return true;
}

/** Sends what the store has after `afterSequence`, as fast as the client reads, then follows. */
async function replayStored(sources: Sources, observation: Observation, afterSequence: number): Promise<void> {
  const { events } = sources;
  const { recent } = events;
  let cursor = afterSequence;
  // Ahead of this process is usual on another replica; ahead of the store itself, the store was restored: begin anew.
  if (cursor > recent.position && cursor > (await events.latest())) cursor = 0;
  let isAnswered = false;
  while (!observation.isEnded) {
    observation.hold();
    const page = await events.since(cursor, PAGE);
    const isLast = page.length < PAGE;
    const missed = page.filter((e) => e.kind === observation.key).map((e) => new Change(e.sequence, e.payload));
    cursor = page.at(-1)?.sequence ?? cursor;
    if (!isAnswered) answer(sources, observation, missed.length > 0 || !isLast, Math.max(recent.position, cursor));
    isAnswered = true;
    observation.replay(missed);
    // Too much was held back to know that it is all: what happened meanwhile is in the store by now.
    if (isLast && !observation.isOverrun) return observation.goLive(cursor);
    await observation.observer.drained();
  }
}

function answer({ answers }: Sources, observation: Observation, isChanged: boolean, cursor: number): void {
  observation.answer(answers.frame(observation.id, isChanged, cursor));
}
