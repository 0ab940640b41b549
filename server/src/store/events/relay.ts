import type { Clock } from '../../kernel/clock.ts';
import type { Part } from '../../kernel/lifecycle.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../database.ts';
import type { DatabaseAddress } from '../database-address.ts';
import type { StoredEvent } from './event.ts';
import { makeListener } from './listener.ts';
import { type Outbox, outboxChannel } from './outbox.ts';
import { Delivery, type EventHandler, type SubscribeOptions, type Subscription } from './subscription.ts';

/** Brings stored events to whoever asked for them, on every replica. */
export interface Relay extends Part {
  /**
   * Delivers the events of `topic` after a sequence, or from now on: each exactly once, in order, without gaps. Events that this
   * process commits arrive before `write` resolves. [ST22]
   */
  subscribe(topic: string, after: number | 'now', handler: EventHandler, options?: SubscribeOptions): Subscription;
  /** Hears another NOTIFY channel; call it before `start`. Notices can be lost while disconnected: see `onReconnect`. */
  onNotify(channel: string, handler: (payload: string) => void): void;
  /** Called when notices may have been missed: read everything again. */
  onReconnect(handler: () => void): void;
}

export interface RelayOptions {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly connection: DatabaseAddress;
  readonly log: Log;
  readonly clock: Clock;
}

/** Commits of this process are handed over in memory. Their notice is looked at only this many milliseconds later, in case that failed. */
const ownNoticeDelayMs = 100;
/** How often the relay asks the database whether it missed an event, in milliseconds. One query asks for all topics. */
const auditPeriodMs = 30_000;

/** Makes the relay. It delivers what this process commits from now on, and what others commit from `start` on. [ST22]–[ST25] */
export function makeRelay({ database, outbox, connection, log, clock }: RelayOptions): Relay {
  const deliveries = new Map<string, Set<Delivery>>();
  const handlers = new Map<string, ((payload: string) => void)[]>([[outboxChannel, [hearCommit]]]);
  const reconnectHandlers: (() => void)[] = [];
  const guard = (call: () => void) => callSafely(call, log);
  const listener = makeListener({
    connection,
    log,
    clock,
    channels: () => handlers.keys(),
    onNotice: (channel, payload) => {
      for (const handler of handlers.get(channel) ?? []) guard(() => handler(payload));
    },
    onReconnect: () => {
      void audit();
      for (const handler of reconnectHandlers) guard(handler);
    },
  });
  const unhand = database.onCommitted(handOver);
  let unaudit: (() => void) | undefined;

  function handOver(events: readonly StoredEvent[]): void {
    for (const topic of new Set(events.map((event) => event.topic))) {
      const ofTopic = events.filter((event) => event.topic === topic);
      for (const delivery of [...(deliveries.get(topic) ?? [])]) delivery.offer(ofTopic);
    }
  }

  function hearCommit(payload: string): void {
    const [, origin, digits, topic] = /^([^:]*):(\d+):(.*)$/s.exec(payload) ?? [];
    if (topic === undefined || !deliveries.has(topic)) return;
    const sequence = Number(digits);
    if (origin === database.origin) clock.after(ownNoticeDelayMs, () => learn(topic, sequence));
    else learn(topic, sequence);
  }

  function learn(topic: string, sequence: number): void {
    for (const delivery of [...(deliveries.get(topic) ?? [])]) delivery.learn(sequence);
  }

  async function audit(): Promise<void> {
    if (deliveries.size === 0) return;
    try {
      for (const [topic, sequence] of await outbox.latest([...deliveries.keys()])) learn(topic, sequence);
    } catch (err) {
      log.warn({ err }, 'could not ask for missed events; trying again soon');
    }
  }

  function forget(delivery: Delivery): void {
    const ofTopic = deliveries.get(delivery.topic);
    ofTopic?.delete(delivery);
    if (ofTopic?.size === 0) deliveries.delete(delivery.topic);
  }

  return {
    name: 'event relay',
    start: async () => {
      await listener.start();
      await audit();
      unaudit = clock.every(auditPeriodMs, () => void audit());
    },
    stop: async () => {
      unaudit?.();
      unhand();
      for (const ofTopic of [...deliveries.values()]) for (const delivery of [...ofTopic]) delivery.close();
      await listener.stop();
    },
    subscribe: (topic, after, handler, options = {}) => {
      const delivery = new Delivery(topic, after, handler, options, { outbox, log, clock, onClose: forget });
      const ofTopic = deliveries.get(topic) ?? new Set();
      deliveries.set(topic, ofTopic.add(delivery));
      return delivery;
    },
    onNotify: (channel, handler) => {
      handlers.set(channel, [...(handlers.get(channel) ?? []), handler]);
    },
    onReconnect: (handler) => {
      reconnectHandlers.push(handler);
    },
  };
}

/** What one handler throws must not keep the others from hearing. */
function callSafely(call: () => void, log: Log): void {
  try {
    call();
  } catch (err) {
    log.error({ err }, 'a notification handler threw');
  }
}
