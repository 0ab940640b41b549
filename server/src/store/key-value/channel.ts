import { nextTurn } from '../../kernel/clock.ts';

/** A way to another process, or to another part of this one. Messages arrive in the order in which they were sent. */
export interface Channel {
  /** Sends a value that structured cloning can copy. What is sent after the other side is gone is lost. */
  send(message: unknown): void;
  /** Calls `handler` for each message. Gives a function that ends that. */
  listen(handler: (message: unknown) => void): () => void;
}

/** Collects what one turn of the event loop sends, and sends it as one list: a message of its own costs far more. */
export function inLists(channel: Channel): { send(item: unknown): void } {
  let waiting: unknown[] = [];
  return {
    send: (item) => {
      if (waiting.push(item) > 1) return;
      void nextTurn().then(() => {
        const items = waiting;
        waiting = [];
        channel.send(items);
      });
    },
  };
}
