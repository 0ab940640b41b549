/** A request for a slot, in the line of its kind. */
export interface SlotRequest {
  /** Gives the function that frees the slot. @throws Error when all waiting users have left before. */
  readonly slot: Promise<() => void>;
  /** Another user wants the same. The first free slot of either counts, and the request ends when all have left. */
  join(owner: string, signal: AbortSignal): void;
}

interface Waiting {
  isOver: boolean;
  start(): void;
}

interface Line {
  running: number;
  /** By user; the user who gets the next slot comes first. */
  readonly waiting: Map<string, Waiting[]>;
}

/**
 * Limits how many tasks of one kind run at a time. Users take turns, so a user with ten thousand tasks delays only
 * themselves. A task does not begin if no user waits for it any more. [SC15]
 */
export class FairSlots {
  readonly #atOnce: number;
  readonly #lines = new Map<string, Line>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  take(kind: string, owner: string, signal: AbortSignal): SlotRequest {
    const line = this.#lines.get(kind) ?? { running: 0, waiting: new Map() };
    this.#lines.set(kind, line);
    const left: (() => void)[] = [];
    let wanting = 0;
    let refuse: (cause: Error) => void = () => undefined;
    const ticket: Waiting = { isOver: false, start: () => undefined };
    const settle = () => {
      ticket.isOver = true;
      for (const forget of left.splice(0)) forget();
    };
    const slot = new Promise<() => void>((resolve, reject) => {
      refuse = reject;
      ticket.start = () => {
        settle();
        line.running += 1;
        resolve(this.#ending(kind, line));
      };
    });
    const join = (person: string, gone: AbortSignal) => {
      if (ticket.isOver) return;
      wanting += 1;
      const onGone = () => {
        wanting -= 1;
        if (wanting > 0) return;
        settle();
        refuse(new Error('nobody waits for it any more'));
      };
      if (gone.aborted) return onGone();
      gone.addEventListener('abort', onGone, { once: true });
      left.push(() => gone.removeEventListener('abort', onGone));
      const own = line.waiting.get(person);
      if (own) own.push(ticket);
      else line.waiting.set(person, [ticket]);
    };
    join(owner, signal);
    this.#startNext(kind, line);
    return { slot, join };
  }

  #ending(kind: string, line: Line): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      line.running -= 1;
      this.#startNext(kind, line);
    };
  }

  #startNext(kind: string, line: Line): void {
    while (line.running < this.#atOnce) {
      const [next] = line.waiting;
      if (!next) break;
      const [owner, own] = next;
      const ticket = own.shift()!;
      line.waiting.delete(owner);
      if (own.length > 0) line.waiting.set(owner, own);
      if (!ticket.isOver) ticket.start();
    }
    if (line.running === 0 && line.waiting.size === 0 && this.#lines.get(kind) === line) this.#lines.delete(kind);
  }
}
