import { Change } from '../frames.ts';
import { realtimeErrors } from '../realtime.errors.ts';
import type { RoomChannel } from '../room/channel.ts';
import type { Observation } from './observation.ts';
import type { LoadedSnapshot } from './snapshots.ts';

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
export function catchUp(channel: RoomChannel, observation: Observation, known: Known): Promise<void> | undefined {
  return channel.isReady && catchUpNow(channel, observation, known)
    ? undefined
    : catchUpSoon(channel, observation, known);
}

async function catchUpSoon(channel: RoomChannel, observation: Observation, known: Known): Promise<void> {
  await channel.ready();
  if (observation.isEnded || catchUpNow(channel, observation, known)) return;
  const { afterSequence, version } = known;
  if (observation.resource.snapshot === undefined) await replayStored(channel, observation, afterSequence ?? 0);
  else await sendState(channel, observation, version, true);
}

/** All that can be done without a wait, so that nothing can happen in between. False: it takes the store. */
function catchUpNow(channel: RoomChannel, observation: Observation, { afterSequence, version }: Known): boolean {
  const { resource, key } = observation;
  const isLog = resource.snapshot === undefined;
  const isReplayable = resource.sensitiveTo === undefined && !resource.isEphemeral;
  if (afterSequence !== undefined && isReplayable) {
    const missed = channel.recent.changesAfter(afterSequence, key);
    if (missed !== undefined) return resume(channel, observation, missed);
  }
  if (isLog) return afterSequence === undefined && follow(channel, observation);
  const loaded = channel.snapshots.peek(key);
  return loaded !== undefined && showState(channel, observation, loaded, { version, isAnswer: true });
}

/** Loads the state and sends it, unless the client holds that version. Also when a state changed by an event of another kind. */
export async function sendState(
  channel: RoomChannel,
  observation: Observation,
  version: number | undefined,
  isAnswer: boolean,
): Promise<void> {
  const { resource, key, session } = observation;
  const loaded = await channel.snapshots.get(resource, key, session);
  if (observation.isOverrun) throw realtimeErrors.too_many_changes();
  showState(channel, observation, loaded, { version, isAnswer });
}

function showState(
  channel: RoomChannel,
  observation: Observation,
  loaded: LoadedSnapshot,
  { version, isAnswer }: { readonly version: number | undefined; readonly isAnswer: boolean },
): true {
  const isChanged = loaded.version === 0 || loaded.version !== version;
  const cursor = observation.resource.isEphemeral ? 0 : Math.max(loaded.sequence, channel.recent.position);
  if (isAnswer) observation.answer(isChanged, cursor);
  if (isChanged) observation.sendSnapshot(loaded.change);
  observation.goLive(loaded.sequence);
  return true;
}

/** A log without a cursor: only what happens from here on. */
function follow(channel: RoomChannel, observation: Observation): true {
  const { position } = channel.recent;
  observation.answer(false, position);
  observation.goLive(position);
  return true;
}

/** All that was missed is still in memory. */
function resume(channel: RoomChannel, observation: Observation, missed: readonly Change[]): true {
  const { position } = channel.recent;
  observation.answer(missed.length > 0, position);
  observation.replay(missed);
  observation.goLive(position);
  return true;
}

/** Sends what the store has after `afterSequence`, as fast as the client reads, then follows. */
async function replayStored(channel: RoomChannel, observation: Observation, afterSequence: number): Promise<void> {
  const { events, roomId } = channel;
  let cursor = afterSequence;
  // Ahead of this process is usual on another replica; ahead of the store itself, the store was restored: begin anew.
  if (cursor > channel.recent.position && cursor > (await events.latest(roomId))) cursor = 0;
  let isAnswered = false;
  while (!observation.isEnded) {
    observation.hold();
    const page = await events.since(roomId, cursor, PAGE);
    const isLast = page.length < PAGE;
    const missed = page.filter((e) => e.kind === observation.key).map((e) => new Change(e.sequence, e.payload));
    cursor = page.at(-1)?.sequence ?? cursor;
    if (!isAnswered) observation.answer(missed.length > 0 || !isLast, Math.max(channel.recent.position, cursor));
    isAnswered = true;
    observation.replay(missed);
    // Too much was held back to know that it is all: what happened meanwhile is in the store by now.
    if (isLast && !observation.isOverrun) return observation.goLive(cursor);
    await observation.session.drained();
  }
}
