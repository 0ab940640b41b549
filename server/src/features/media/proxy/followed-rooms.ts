import type { Clock } from '../../../kernel/clock.ts';
import type { StoredEvent } from '../../../store/events/event.ts';
import type { EventHandler, SubscribeOptions, Subscription } from '../../../store/events/subscription.ts';

/** How long a room without readers is still followed, in milliseconds. */
const idleMs = 120_000;

export interface FollowedRoomParts {
  readonly relay: {
    subscribe(topic: string, after: 'now', handler: EventHandler, options?: SubscribeOptions): Subscription;
  };
  readonly clock: Clock;
  /** Called for each event; without an event if some were lost. */
  readonly onEvent: (roomId: string, event: StoredEvent | undefined) => void;
  /** True while a viewer reads in the room: a film may be one request of two hours. */
  readonly isInUse: (roomId: string) => boolean;
  /** Called when a room is no longer followed: data that depends on its events must be forgotten. */
  readonly onForgotten: (roomId: string) => void;
}

interface Followed {
  readonly subscription: Subscription;
  isReady: boolean;
  usedAtMs: number;
}

/** The rooms in which viewers read bytes, with their events: on every replica, without a query for each request. */
export function followRooms({ relay, clock, onEvent, isInUse, onForgotten }: FollowedRoomParts) {
  const rooms = new Map<string, Followed>();
  const cancel = clock.every(idleMs / 2, () => {
    for (const [roomId, { usedAtMs }] of rooms)
      if (usedAtMs < clock.nowMs() - idleMs && !isInUse(roomId)) forget(roomId);
  });

  function forget(roomId: string): void {
    rooms.get(roomId)?.subscription.close();
    rooms.delete(roomId);
    onForgotten(roomId);
  }

  return {
    /** Follows a room. Data read from the database after it resolves is true until an event says otherwise. */
    follow(roomId: string): Promise<unknown> | undefined {
      const known = rooms.get(roomId);
      if (known) {
        known.usedAtMs = clock.nowMs();
        return known.isReady ? undefined : known.subscription.ready;
      }
      const subscription = relay.subscribe(
        roomId,
        'now',
        (events) => {
          for (const event of events) onEvent(roomId, event);
        },
        { onLost: () => onEvent(roomId, undefined) },
      );
      const followed: Followed = { subscription, isReady: false, usedAtMs: clock.nowMs() };
      rooms.set(roomId, followed);
      return subscription.ready.then(() => {
        followed.isReady = true;
      });
    },
    close(): void {
      cancel();
      for (const roomId of [...rooms.keys()]) forget(roomId);
    },
  };
}
