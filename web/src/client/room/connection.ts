import type { ClientMessage } from '@matinee/contract/gen/api.ts';
import type { Way } from './way.ts';

/** The state of the room's connection. */
export type ConnectionState =
  | { readonly state: 'connecting' }
  | { readonly state: 'open'; readonly way: Way }
  /**
   * The connection is down, and the client reconnects by itself; `attempts` have failed so far. `isPutOff`: the server
   * answers, but accepts no connections for now.
   */
  | { readonly state: 'reconnecting'; readonly attempts: number; readonly isPutOff: boolean }
  /**
   * The connection is over. `reason` is a termination code or an error's dotted reason; `closed`: the page closed it.
   */
  | { readonly state: 'terminated'; readonly reason: string; readonly message: string };

/** A message to the server; fields with their default value may be left out. */
export type Outgoing = { readonly [K in keyof ClientMessage]?: Partial<NonNullable<ClientMessage[K]>> | string };

/** First delay before connecting again, and the largest, in milliseconds. */
export const backoffMs = { first: 300, most: 10_000 } as const;

/**
 * Delay before attempt `attempt` (0 is the first). Its upper bound doubles each time. The delay is random in the upper
 * half of the bound, so that the people in a room do not all reconnect at once.
 */
export function backoffOf(attempt: number, random: () => number): number {
  const most = Math.min(backoffMs.most, backoffMs.first * 2 ** Math.min(attempt, 20));
  return most / 2 + (random() * most) / 2;
}

/** Reports when the network or the page comes back. */
export interface PageEvents {
  /**
   * `network`: the network changed or came back; `shown`: the tab is visible again.
   * @returns a function that stops listening.
   */
  listen(heard: (event: 'network' | 'shown') => void): () => void;
}

/** The browser's own events. */
export const browserEvents: PageEvents = {
  listen(heard) {
    const onNetwork = () => heard('network');
    const onShown = () => {
      if (document.visibilityState === 'visible') heard('shown');
    };
    const connection = (navigator as { connection?: EventTarget }).connection;
    window.addEventListener('online', onNetwork);
    connection?.addEventListener('change', onNetwork);
    document.addEventListener('visibilitychange', onShown);
    return () => {
      window.removeEventListener('online', onNetwork);
      connection?.removeEventListener('change', onNetwork);
      document.removeEventListener('visibilitychange', onShown);
    };
  },
};

/** A unique id: a random UUID (RFC 9562, section 5.4). `crypto.randomUUID` is missing on plain http. */
export function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
