import type { OnlineMembers } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Topic } from '../replicas/replicas.ts';
import type { PresenceMessage } from './presence-message.ts';
import { RoomPresence } from './room-presence.ts';

/** How often the rooms are swept, in milliseconds: silent players are marked as lost, empty rooms are dropped. */
const sweepPeriodMs = 3_000;

/** The facts about the rooms of this process that presence needs. */
export interface PresenceAudience {
  sessionCount(roomId: string): number;
  show(roomId: string, online: OnlineMembers): void;
}

interface PresenceParts {
  readonly replicaId: string;
  readonly clock: Clock;
  readonly tell: (topic: string, message: PresenceMessage) => void;
}

/** Presence of all rooms with people in them, on any replica. [RT17] */
export class Presences implements Topic {
  readonly topic = 'presence';
  readonly #rooms = new Map<string, RoomPresence>();
  readonly #parts: PresenceParts;
  readonly #audience: PresenceAudience;
  #cancelSweep: (() => void) | undefined;

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
      const { replicaId, clock, tell } = this.#parts;
      presence = new RoomPresence(roomId, replicaId, clock, {
        sessionCount: () => this.#audience.sessionCount(roomId),
        show: (online) => this.#audience.show(roomId, online),
        tell: (message) => tell(this.topic, message),
      });
      this.#rooms.set(roomId, presence);
    }
    return presence;
  }

  /** Ids of the rooms with people online, the fullest first. */
  busiest(): string[] {
    const counted = [...this.#rooms.values()].map(({ roomId, count }) => ({ roomId, count }));
    const full = counted.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
    return full.map(({ roomId }) => roomId);
  }

  hear(replica: string, body: unknown): void {
    const message = body as PresenceMessage;
    this.get(message.roomId).merge(replica, message);
  }

  tellAll(): void {
    for (const presence of this.#rooms.values()) if (presence.isLocal) this.#parts.tell(this.topic, presence.summary());
  }

  forget(replica: string): void {
    for (const presence of this.#rooms.values()) presence.forget(replica);
  }

  start(): void {
    this.#cancelSweep = this.#parts.clock.every(sweepPeriodMs, () => this.#sweep());
  }

  /** Call this after all sessions have left. */
  stop(): void {
    this.#cancelSweep?.();
    for (const presence of this.#rooms.values()) presence.close();
  }

  #sweep(): void {
    for (const [roomId, presence] of this.#rooms) {
      presence.markLost();
      if (presence.isEmpty && this.#audience.sessionCount(roomId) === 0) this.#rooms.delete(roomId);
    }
  }
}
