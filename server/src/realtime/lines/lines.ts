import type { Topic } from '../replicas/replicas.ts';
import type { Session } from '../session/session.ts';

/** Frames of a client, on their way from the replica that took them to the one that holds the connection. */
interface Body {
  readonly id: string;
  /** Base64. */
  readonly frames: readonly string[];
}

interface Parts {
  readonly tell: (topic: string, body: Body) => void;
  /** Replicas that live, this one included. */
  readonly replicaCount: () => number;
}

/**
 * Connections with one request for each direction (`transport/lines`). The client's frames may arrive at any replica,
 * which passes them to the one that holds the session. [RT39]
 */
export class Lines implements Topic {
  readonly topic = 'lines';
  readonly #parts: Parts;
  readonly #sessions = new Map<string, Session>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  open(id: string, session: Session): void {
    this.#sessions.set(id, session);
  }

  close(id: string): void {
    this.#sessions.delete(id);
  }

  /** Hands frames to the session, here or elsewhere. False: no replica can have it. */
  receive(id: string, frames: readonly Buffer[]): boolean {
    const session = this.#sessions.get(id);
    for (const frame of frames) session?.receive(frame);
    if (session) return true;
    if (this.#parts.replicaCount() === 1) return false;
    this.#parts.tell(this.topic, { id, frames: frames.map((frame) => frame.toString('base64')) });
    return true;
  }

  hear(_replica: string, body: unknown): void {
    const { id, frames } = body as Body;
    const session = this.#sessions.get(id);
    for (const frame of frames) session?.receive(Buffer.from(frame, 'base64'));
  }

  /** The other replicas need not know which lines there are. */
  tellAll(): void {}

  forget(): void {}
}
