/** Adapters: they give realtime the store's relay, outbox and messages in the form that it needs. */
import { type Clock, pause } from './kernel/clock.ts';
import type { Config } from './kernel/config/config-keys.ts';
import { localOrigin } from './kernel/config/config-rules.ts';
import type { Log } from './kernel/log.ts';
import type { Bus } from './realtime/bus.ts';
import type { EventSource } from './realtime/event-source.ts';
import type { Outbox } from './store/events/outbox.ts';
import type { Relay } from './store/events/relay.ts';
import type { KeyValue } from './store/key-value/key-value.ts';

/** Gives stored events in the form that realtime reads. */
export function eventsOf(relay: Relay, outbox: Outbox): EventSource {
  return {
    subscribe: (topic, afterSequence, handler, onLost) => relay.subscribe(topic, afterSequence, handler, { onLost }),
    since: outbox.since,
    latest: async (topic) => (await outbox.range(topic)).latest,
  };
}

const firstRetryMs = 100;
const maxRetryMs = 5_000;

/**
 * Uses the key-value store's messages as the bus between replicas. It retries a failed subscription until it works or
 * is ended.
 */
export function keyValueBus(keyValue: KeyValue, log: Log, clock: Clock): Bus {
  const failed = (err: unknown) => log.debug({ err }, 'the bus between replicas failed');
  return {
    publish: (channel, payload) => void keyValue.publish(channel, Buffer.from(payload)).catch(failed),
    subscribe: (channel, handler) => {
      const ending = new AbortController();
      const hear = (payload: Uint8Array) => handler(Buffer.from(payload).toString());
      const insist = async () => {
        for (let delayMs = firstRetryMs; !ending.signal.aborted; delayMs = Math.min(delayMs * 2, maxRetryMs)) {
          try {
            return await keyValue.subscribe(channel, hear);
          } catch (err) {
            failed(err);
            await pause(clock, delayMs, ending.signal);
          }
        }
        return undefined;
      };
      const subscription = insist();
      return () => {
        ending.abort();
        void subscription.then((end) => end?.()).catch(failed);
      };
    },
  };
}

/** The address at which people reach the server, without a slash at the end, for links in mails. */
export function publicUrlOf(config: Config, port: number): string {
  const given = config['webauthn.rp_origin'] ?? config['server.cors_allowed_origins'][0];
  return (given ?? localOrigin(config, port)) + config['server.base_path'];
}
