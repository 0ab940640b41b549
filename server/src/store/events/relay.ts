import type { Clock } from '../../kernel/clock.ts';
import type { Part } from '../../kernel/lifecycle.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../database.ts';
import type { DatabaseAddress } from '../database-address.ts';
import { Deliveries } from './deliveries.ts';
import { makeListener } from './listener.ts';
import { type Outbox, outboxChannel } from './outbox.ts';
import { Delivery, type EventHandler, type SubscribeOptions, type Subscription } from './subscription.ts';

/** Delivers stored events to their subscribers, on every replica. */
export interface Relay extends Part {
  /**
   * Delivers the events of `topic` after a sequence, or from now on: each exactly once, in order, without gaps. Events
   * that this process commits arrive before `write` resolves. [ST22]
   */
  subscribe(topic: string, after: number | 'now', handler: EventHandler, options?: SubscribeOptions): Subscription;
  /**
   * Listens on another NOTIFY channel; call this before `start`. Notifications can be lost while disconnected: see
   * `onReconnect`.
   */
  onNotify(channel: string, handler: (payload: string) => void): void;
  /** Called when notifications may have been missed: reload everything. */
  onReconnect(handler: () => void): void;
}

export interface RelayOptions {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly connection: DatabaseAddress;
  readonly log: Log;
  readonly clock: Clock;
  /** Called with the time from a commit to the delivery to a subscriber, in milliseconds. */
  readonly onDelivered?: (delayMs: number) => void;
}

/**
 * Commits of this process are handed over in memory. In case that failed, the relay acts on their notification this
 * many milliseconds later.
 */
const ownNoticeDelayMs = 100;
/** How often the relay queries the database for missed events, in milliseconds. One query covers all topics. */
const auditPeriodMs = 30_000;

/**
 * Makes the relay. It delivers commits of this process at once, and commits of other processes after `start`.
 * [ST22]–[ST25]
 */
export function makeRelay(options: RelayOptions): Relay {
  const { database, outbox, connection, log, clock, onDelivered } = options;
  const deliveries = new Deliveries();
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
      void audit(deliveries, options);
      for (const handler of reconnectHandlers) guard(handler);
    },
  });
  const unhand = database.onCommitted((events) => deliveries.handOver(events));
  let unaudit: (() => void) | undefined;

  function hearCommit(payload: string): void {
    const { origin, topic, sequence } = readNotice(payload);
    if (topic === undefined || deliveries.of(topic).length === 0) return;
    if (origin === database.origin) clock.after(ownNoticeDelayMs, () => deliveries.learn(topic, sequence));
    else deliveries.learn(topic, sequence);
  }

  return {
    name: 'event relay',
    start: async () => {
      await listener.start();
      await audit(deliveries, options);
      unaudit = clock.every(auditPeriodMs, () => void audit(deliveries, options));
    },
    stop: async () => {
      unaudit?.();
      unhand();
      for (const topic of deliveries.topics()) for (const delivery of deliveries.of(topic)) delivery.close();
      await listener.stop();
    },
    subscribe: (topic, after, handler, choices = {}) => {
      const onClose = (delivery: Delivery) => deliveries.remove(delivery);
      const delivery = new Delivery(topic, after, handler, choices, { outbox, log, clock, onClose, onDelivered });
      deliveries.add(delivery);
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

/** Queries the database for missed events of all topics. Never rejects. */
async function audit(deliveries: Deliveries, { outbox, log }: Pick<RelayOptions, 'outbox' | 'log'>): Promise<void> {
  const topics = deliveries.topics();
  if (topics.length === 0) return;
  try {
    for (const [topic, sequence] of await outbox.latest(topics)) deliveries.learn(topic, sequence);
  } catch (err) {
    log.warn({ err }, 'could not ask for missed events; trying again soon');
  }
}

/** An error in one handler must not keep events from the others. */
function callSafely(call: () => void, log: Log): void {
  try {
    call();
  } catch (err) {
    log.error({ err }, 'a notification handler threw');
  }
}

/** Reads `origin:sequence:topic`, which every commit announces. Other payloads have no topic. */
function readNotice(payload: string): { origin?: string; topic?: string; sequence: number } {
  const [, origin = '', digits, topic] = /^([^:]*):(\d+):(.*)$/s.exec(payload) ?? [];
  return topic === undefined ? { sequence: 0 } : { origin, topic, sequence: Number(digits) };
}
