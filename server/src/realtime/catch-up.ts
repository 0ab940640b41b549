import type { RoomChannel } from './channel.ts';
import { Change } from './frames.ts';
import type { Observation } from './observation.ts';
import { realtimeErrors } from './realtime.errors.ts';

/** What the client says it has. */
export interface Known {
  readonly version: number | undefined;
  readonly afterSequence: number | undefined;
}

/** Events read from the store at a time; a page must fit the outbound window. */
const PAGE = 100;

/**
 * Answers an observation, sends what the client misses, and lets it follow. No change is lost or sent twice in between. [RT4]
 * @throws AppError when the state cannot be loaded; then nothing was answered.
 */
export async function catchUp(channel: RoomChannel, observation: Observation, known: Known): Promise<void> {
  await channel.ready();
  if (observation.isEnded) return;
  const { afterSequence } = known;
  const isLog = observation.resource.snapshot === undefined;
  if (isLog && afterSequence === undefined) return follow(channel, observation);
  const isReplayable = observation.resource.sensitiveTo === undefined && !observation.resource.isEphemeral;
  if (afterSequence !== undefined && isReplayable) {
    const missed = channel.timeline.changesAfter(afterSequence, observation.key);
    if (missed !== undefined) return resume(channel, observation, missed);
    if (isLog) return replayStored(channel, observation, afterSequence);
  }
  await sendState(channel, observation, known.version, true);
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
  const isChanged = loaded.version === 0 || loaded.version !== version;
  const cursor = resource.isEphemeral ? 0 : Math.max(loaded.sequence, channel.timeline.position);
  if (isAnswer) observation.answer(isChanged, cursor);
  if (isChanged) observation.sendSnapshot(loaded.change);
  observation.goLive(loaded.sequence);
}

/** A log without a cursor: only what happens from here on. */
function follow(channel: RoomChannel, observation: Observation): void {
  const { position } = channel.timeline;
  observation.answer(false, position);
  observation.goLive(position);
}

/** All that was missed is still in memory: no wait, so nothing can happen in between. */
function resume(channel: RoomChannel, observation: Observation, missed: readonly Change[]): void {
  const { position } = channel.timeline;
  observation.answer(missed.length > 0, position);
  observation.replay(missed);
  observation.goLive(position);
}

/** Sends what the store has after `afterSequence`, as fast as the client reads, then follows. */
async function replayStored(channel: RoomChannel, observation: Observation, afterSequence: number): Promise<void> {
  const { events, roomId } = channel;
  let cursor = afterSequence;
  // Ahead of this process is usual on another replica; ahead of the store itself, the store was restored: begin anew.
  if (cursor > channel.timeline.position && cursor > (await events.latest(roomId))) cursor = 0;
  let isAnswered = false;
  while (!observation.isEnded) {
    observation.hold();
    const page = await events.since(roomId, cursor, PAGE);
    const isLast = page.length < PAGE;
    const missed = page.filter((e) => e.kind === observation.key).map((e) => new Change(e.sequence, e.payload));
    cursor = page.at(-1)?.sequence ?? cursor;
    if (!isAnswered) observation.answer(missed.length > 0 || !isLast, Math.max(channel.timeline.position, cursor));
    isAnswered = true;
    observation.replay(missed);
    // Too much was held back to know that it is all: what happened meanwhile is in the store by now.
    if (isLast && !observation.isOverrun) return observation.goLive(cursor);
    await observation.session.drained();
  }
}
