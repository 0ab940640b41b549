import { nextTurn } from '../../kernel/clock.ts';

/**
 * A message channel to another process, or to another part of this one. Messages arrive in the order they were sent.
 */
export interface Channel {
  /** Sends a value that structured cloning can copy. Messages sent after the other side is gone are lost. */
  send(message: unknown): void;
  /** Calls `handler` for each message. Returns a function that stops it. */
  listen(handler: (message: unknown) => void): () => void;
}

/** Collects the messages of one turn of the event loop and sends them as one list: separate messages cost far more. */
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
