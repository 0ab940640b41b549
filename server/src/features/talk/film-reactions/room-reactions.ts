/**
 * The reactions of one room on this replica: collects its people's reactions, and forwards those from other replicas.
 * [FLY2]
 */
import type { Clock } from '../../../kernel/clock.ts';
import type { Bus } from '../../../realtime/bus.ts';
import { changePayload } from '../../../realtime/frames.ts';
import { ReactionBuffer, type Sender } from './reaction-buffer.ts';

export interface RoomReactionParts {
  readonly clock: Clock;
  readonly bus: Bus;
  readonly replicaId: string;
  readonly replicaCount: () => number;
  /** Sends a change to the observers on this replica. */
  readonly publish: (roomId: string, payload: Uint8Array) => void;
}

/** How long new reactions are collected, in milliseconds. */
export const collectMs = 200;

interface Message {
  readonly from: string;
  /** A change in the form for clients, in base64. */
  readonly payload: string;
}

const topicOf = (roomId: string) => `film-reactions:${roomId}`;

/** Sends the reactions of this replica's people to all replicas. */
export class SentReactions {
  readonly #parts: RoomReactionParts;
  readonly #waiting = new Map<string, { readonly buffer: ReactionBuffer; readonly cancel: () => void }>();

  constructor(parts: RoomReactionParts) {
    this.#parts = parts;
  }

  add(roomId: string, reactionKey: string, sender: Sender): void {
    const waiting = this.#waiting.get(roomId) ?? {
      buffer: new ReactionBuffer(),
      cancel: this.#parts.clock.after(collectMs, () => this.#tell(roomId)),
    };
    this.#waiting.set(roomId, waiting);
    waiting.buffer.add(reactionKey, sender);
  }

  /** Drops the reactions not sent yet. */
  stop(): void {
    for (const { cancel } of this.#waiting.values()) cancel();
    this.#waiting.clear();
  }

  #tell(roomId: string): void {
    const { bus, replicaId: from, replicaCount, publish } = this.#parts;
    const reactions = this.#waiting.get(roomId)?.buffer.take() ?? [];
    this.#waiting.delete(roomId);
    const payload = changePayload({ resource: { case: 'filmReactions', value: { reactions: [...reactions] } } });
    publish(roomId, payload);
    if (replicaCount() === 1) return;
    const message: Message = { from, payload: Buffer.from(payload).toString('base64') };
    bus.publish(topicOf(roomId), JSON.stringify(message));
  }
}

/** Forwards a room's reactions from other replicas, until the returned function is called. */
export function hearReactions({ bus, replicaId, publish }: RoomReactionParts, roomId: string): () => void {
  return bus.subscribe(topicOf(roomId), (text) => {
    const { from, payload } = JSON.parse(text) as Message;
    if (from !== replicaId) publish(roomId, Buffer.from(payload, 'base64'));
  });
}
