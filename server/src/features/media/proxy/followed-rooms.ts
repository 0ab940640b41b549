import type { Clock } from '../../../kernel/clock.ts';
import type { StoredEvent } from '../../../store/events/event.ts';
import type { EventHandler, SubscribeOptions, Subscription } from '../../../store/events/subscription.ts';

/** How long a room in which nobody reads is still followed, in milliseconds. */
const idleMs = 120_000;

export interface FollowedRoomParts {
  readonly relay: {
    subscribe(topic: string, after: 'now', handler: EventHandler, options?: SubscribeOptions): Subscription;
  };
  readonly clock: Clock;
  /** Called for each event; without one, when events were lost. */
  readonly onEvent: (roomId: string, event: StoredEvent | undefined) => void;
  /** True while somebody reads in the room: a film may be one request of two hours. */
  readonly isInUse: (roomId: string) => boolean;
  /** Called when a room is followed no more: nothing that depends on its events may be kept. */
  readonly onForgotten: (roomId: string) => void;
}

interface Followed {
  readonly subscription: Subscription;
  isReady: boolean;
  usedAtMs: number;
}

/** The rooms in which somebody reads bytes, with what happens in them: on every replica, without a query for each request. */
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
    /** Follows a room: what is read from the database after it resolves is outdated by an event, or still true. */
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
