import type { StoredEvent } from '../../store/events/event.ts';
import type { RoomChannel } from '../room/channel.ts';
import { personsNamedIn } from '../room/member-events.ts';
import { sendObserveError } from '../session/send-error.ts';
import { sendState } from './catch-up.ts';
import type { Observation } from './observation.ts';

/**
 * Loads states anew that an event of another kind has changed, once per key, and sends them to those who observe them. An
 * event that names people touches only their own resources, so a join does not cost a room of n people n loads. [RT7]
 */
export function refreshSensitive(channel: RoomChannel, event: StoredEvent): void {
  const touched = [...channel.context.wiring().resources.values()].filter((r) => r.sensitiveTo?.(event.kind));
  if (touched.length === 0) return;
  const persons = personsNamedIn(event);
  for (const [key, group] of channel.groups) {
    const [first] = group;
    if (first === undefined || !touched.includes(first.resource)) continue;
    if (first.resource.isPerViewer && persons !== undefined && !persons.has(first.session.principalId)) continue;
    channel.snapshots.drop(key);
    for (const observation of group) void refresh(channel, observation);
  }
}

/** Loads all states anew and sends them to those who observe them. Logs go on from here. */
export function reloadAll(channel: RoomChannel): void {
  for (const [key, group] of channel.groups) {
    channel.snapshots.drop(key);
    for (const observation of group)
      if (observation.resource.snapshot !== undefined) void refresh(channel, observation);
  }
}

async function refresh(channel: RoomChannel, observation: Observation): Promise<void> {
  observation.hold();
  try {
    await sendState(channel, observation, undefined, false);
  } catch (error) {
    if (observation.isEnded) return;
    channel.drop(observation.session, observation.id);
    sendObserveError(observation.session, observation.id, error);
  }
}
