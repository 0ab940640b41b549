import type { Part } from '../../../kernel/lifecycle.ts';
import { renewEveryMs } from './places.ts';
import { RoomCall, type RoomCallParts } from './room-call.ts';

/** The rooms in which somebody speaks by this replica, or looks who does. */
export class RoomCalls implements Part {
  readonly name = 'voice';
  readonly #parts: RoomCallParts;
  readonly #calls = new Map<string, RoomCall>();
  readonly #observed = new Set<string>();
  #cancelRenewing: (() => void) | undefined;

  constructor(parts: RoomCallParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#cancelRenewing = this.#parts.clock.every(renewEveryMs, () => {
      for (const roomId of [...this.#calls.keys()]) void this.use(roomId, (call) => call.renew());
    });
  }

  async stop(): Promise<void> {
    this.#cancelRenewing?.();
    for (const call of this.#calls.values()) await call.close();
    this.#calls.clear();
  }

  find(roomId: string): RoomCall | undefined {
    return this.#calls.get(roomId);
  }

  /** Does something in the call of a room, which is kept for as long as somebody needs it. */
  async use<T>(roomId: string, work: (call: RoomCall) => Promise<T>): Promise<T> {
    const call = this.#open(roomId);
    try {
      return await call.whileInUse(() => work(call));
    } finally {
      this.#closeIdle(roomId);
    }
  }

  observed(roomId: string, isObserved: boolean): void {
    if (isObserved) {
      this.#observed.add(roomId);
      this.#open(roomId);
    } else {
      this.#observed.delete(roomId);
      this.#closeIdle(roomId);
    }
  }

  #open(roomId: string): RoomCall {
    const call = this.#calls.get(roomId) ?? new RoomCall(roomId, this.#parts);
    this.#calls.set(roomId, call);
    return call;
  }

  #closeIdle(roomId: string): void {
    const call = this.#calls.get(roomId);
    if (!call || call.isInUse || this.#observed.has(roomId)) return;
    this.#calls.delete(roomId);
    void call.close();
  }
}
