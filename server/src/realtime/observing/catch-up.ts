import { Change } from '../frames.ts';
import { realtimeErrors } from '../realtime.errors.ts';
import type { Answers } from './answers.ts';
import type { Observation } from './observation.ts';
import type { RoomEvents } from './room-events.ts';
import type { LoadedSnapshot, Snapshots } from './snapshots.ts';

/** The parts of a room that supply the changes an observer missed. */
export interface Sources {
  readonly events: RoomEvents;
  readonly snapshots: Snapshots;
  readonly answers: Answers;
}

/** The position that the client reports. */
export interface ClientPosition {
  readonly version: number | undefined;
  readonly afterSequence: number | undefined;
}

/** Events per page read from the store. A page must fit the outbound window. */
const PAGE = 100;

/**
 * Answers an observation, sends the changes that the client missed, and makes the observation live. No change is lost
 * or sent twice in between. [RT4] In a room that others already use, memory usually has all of them.
 * @throws AppError when the state cannot be loaded; nothing was then answered.
 */
export async function catchUp(sources: Sources, observation: Observation, known: ClientPosition): Promise<void> {
  await sources.events.ready();
  if (observation.isEnded || catchUpNow(sources, observation, known)) return;
  const { afterSequence, version } = known;
  if (observation.resource.snapshot === undefined) await replayStored(sources, observation, afterSequence ?? 0);
  else await sendState(sources, observation, version, true);
}

/** Catches up from memory, synchronously, so that no event can come in between. False: the store must be read. */
function catchUpNow(sources: Sources, observation: Observation, { afterSequence, version }: ClientPosition): boolean {
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

/**
 * Loads the state and sends it, unless the client already has that version. If the state becomes outdated while it
 * loads, it is sent all the same and loaded once more, so that a client also gets a state while changes never stop.
 * [RT41]
 */
export async function sendState(
  sources: Sources,
  observation: Observation,
  version: number | undefined,
  isAnswer: boolean,
): Promise<void> {
  const { resource, key, observer } = observation;
  observation.hold();
  const loaded = await sources.snapshots.get(resource, key, observer);
  if (observation.isOverrun) throw realtimeErrors.too_many_changes();
  const { isOutdated } = observation;
  showState(sources, observation, loaded, { version, isAnswer });
  if (isOutdated) await sendState(sources, observation, undefined, false);
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

/** Lets a client without any position in a log follow it from now on. */
function follow(sources: Sources, observation: Observation): true {
  const { position } = sources.events.recent;
  answer(sources, observation, false, position);
  observation.goLive(position);
  return true;
}

/** Sends the missed changes, which are all still in memory, and follows. */
function resume(sources: Sources, observation: Observation, missed: readonly Change[]): true {
  const { position } = sources.events.recent;
  answer(sources, observation, missed.length > 0, position);
  observation.replay(missed);
  observation.goLive(position);
  return true;
}

/** Sends the store's events after `afterSequence`, at the pace of the client, then follows. */
async function replayStored(sources: Sources, observation: Observation, afterSequence: number): Promise<void> {
  const { events } = sources;
  const { recent } = events;
  let cursor = afterSequence;
  // A client that comes from another replica may be ahead of this process. A client that is ahead of the store has
  // events that a restore from a backup has lost: it gets the log from the beginning.
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
    // After an overrun, the changes that did not fit have been stored by now: continue reading.
    if (isLast && !observation.isOverrun) return observation.goLive(cursor);
    await observation.observer.drained();
  }
}

function answer({ answers }: Sources, observation: Observation, isChanged: boolean, cursor: number): void {
  observation.answer(answers.frame(observation.id, isChanged, cursor));
}
