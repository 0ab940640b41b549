import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Bus } from '../bus.ts';
import { PRESENCE_CHANNEL, type PresenceMessage } from './presence-message.ts';
import type { RoomPresence } from './room-presence.ts';

/** Each replica repeats all that it knows this often, in milliseconds, because the bus may lose a message. */
const REPEAT_MS = 10_000;
/** What a replica said is forgotten when it has been silent for so long, in milliseconds: two repeats and a half. */
const EXPIRY_MS = 25_000;

/** What the exchange needs of the registry of rooms. */
export interface PresenceRooms {
  /** Presence of the room, made when there is none. */
  get(roomId: string): RoomPresence;
  all(): Iterable<RoomPresence>;
  /** Drops rooms in which nobody is left. */
  sweep(): void;
}

/**
 * Keeps presence equal on all replicas. Gives a function that tells the other replicas something, and one that ends the exchange.
 * [RT17]
 */
export function makePresenceExchange(bus: Bus, replica: string, rooms: PresenceRooms, clock: Clock, log: Log) {
  const tell = (message: PresenceMessage) => bus.publish(PRESENCE_CHANNEL, JSON.stringify(message));
  const tellAll = () => {
    for (const presence of rooms.all()) if (presence.isLocal) tell(presence.summary());
  };
  const unsubscribe = bus.subscribe(PRESENCE_CHANNEL, (payload) => {
    try {
      const message = JSON.parse(payload) as PresenceMessage;
      if (message.replica === replica) return;
      if (message.kind === 'hello') tellAll();
      else rooms.get(message.roomId).merge(message);
    } catch (error) {
      // A replica of another version may say what this one does not understand.
      log.warn({ err: error }, 'a presence message could not be read');
    }
  });
  const cancel = clock.every(REPEAT_MS, () => {
    tellAll();
    for (const presence of rooms.all()) presence.expire(clock.nowMs() - EXPIRY_MS);
    rooms.sweep();
  });
  tell({ kind: 'hello', replica });
  return {
    tell,
    stop: () => {
      cancel();
      unsubscribe();
    },
  };
}
