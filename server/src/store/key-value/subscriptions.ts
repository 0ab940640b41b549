import type { Log } from '../../kernel/log.ts';

type Handler = (payload: Uint8Array) => void;

export interface SubscriptionParts {
  /** Subscribes this process to a channel of the store. Messages arrive once it resolves. */
  readonly begin: (channel: string) => Promise<unknown>;
  readonly end: (channel: string) => Promise<unknown>;
  readonly log: Log;
}

interface Channel {
  readonly handlers: Set<Handler>;
  begun: Promise<unknown>;
}

/** This process's subscriptions at an external store: one per channel, for any number of handlers. */
export class Subscriptions {
  readonly #parts: SubscriptionParts;
  readonly #channels = new Map<string, Channel>();

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
  }

  /**
   * @throws any error of `begin`, to all callers that wait for it; there is then no subscription, and the next call
   * tries again.
   */
  async subscribe(name: string, handler: Handler): Promise<() => void> {
    const channel = this.#channels.get(name) ?? { handlers: new Set(), begun: this.#parts.begin(name) };
    this.#channels.set(name, channel);
    // A wrapper, so that one handler can subscribe twice.
    const own = (payload: Uint8Array) => handler(payload);
    channel.handlers.add(own);
    const end = () => {
      channel.handlers.delete(own);
      this.#leave(name, channel);
    };
    await channel.begun.catch((cause) => {
      end();
      throw cause;
    });
    return end;
  }

  hear(name: string, payload: Uint8Array): void {
    for (const handler of [...(this.#channels.get(name)?.handlers ?? [])]) {
      try {
        handler(payload);
      } catch (err) {
        this.#parts.log.error({ err, channel: name }, 'a bus handler threw');
      }
    }
  }

  /** Subscribes to all channels again, on a new connection that knows none of them. */
  async beginAgain(): Promise<void> {
    for (const [name, channel] of this.#channels) channel.begun = this.#parts.begin(name);
    await Promise.all([...this.#channels.values()].map(({ begun }) => begun));
  }

  #leave(name: string, channel: Channel): void {
    if (channel.handlers.size > 0 || this.#channels.get(name) !== channel) return;
    this.#channels.delete(name);
    this.#parts.end(name).catch((err) => this.#parts.log.debug({ err }, 'unsubscribe failed'));
  }
}
