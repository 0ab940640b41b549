import type { OnlineMembers } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Bus } from '../bus.ts';
import { makePresenceExchange } from './presence-exchange.ts';
import { RoomPresence } from './room-presence.ts';

/** What presence needs of the rooms of this process. */
export interface PresenceAudience {
  sessionCount(roomId: string): number;
  show(roomId: string, online: OnlineMembers): void;
}

interface PresenceParts {
  readonly bus: Bus;
  readonly replicaId: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Presence of all rooms in which somebody is, on whatever replica. */
export class Presences {
  readonly #rooms = new Map<string, RoomPresence>();
  readonly #parts: PresenceParts;
  readonly #audience: PresenceAudience;
  #exchange: ReturnType<typeof makePresenceExchange> | undefined;

  constructor(parts: PresenceParts, audience: PresenceAudience) {
    this.#parts = parts;
    this.#audience = audience;
  }

  find(roomId: string): RoomPresence | undefined {
    return this.#rooms.get(roomId);
  }

  get(roomId: string): RoomPresence {
    let presence = this.#rooms.get(roomId);
    if (presence === undefined) {
      presence = new RoomPresence(roomId, this.#parts.replicaId, this.#parts.clock, {
        sessionCount: () => this.#audience.sessionCount(roomId),
        show: (online) => this.#audience.show(roomId, online),
        tell: (message) => this.#exchange?.tell(message),
      });
      this.#rooms.set(roomId, presence);
    }
    return presence;
  }

  all(): RoomPresence[] {
    return [...this.#rooms.values()];
  }

  /** Ids of the rooms with somebody online, the fullest first. */
  busiest(): string[] {
    const counted = this.all().map(({ roomId, count }) => ({ roomId, count }));
    const full = counted.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
    return full.map(({ roomId }) => roomId);
  }

  /** Forgets rooms in which nobody is left. */
  sweep(): void {
    for (const [roomId, presence] of this.#rooms) {
      if (presence.isEmpty && this.#audience.sessionCount(roomId) === 0) this.#rooms.delete(roomId);
    }
  }

  /** Begins the exchange with the other replicas. */
  start(): void {
    const { bus, replicaId, clock, log } = this.#parts;
    this.#exchange = makePresenceExchange(bus, replicaId, this, clock, log);
  }

  /** Tells the other replicas that nobody is connected here any more. To be called after all sessions have left. */
  stop(): void {
    for (const presence of this.#rooms.values()) {
      this.#exchange?.tell(presence.summary());
      presence.close();
    }
    this.#exchange?.stop();
  }
}
