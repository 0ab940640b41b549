import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Part } from '../../../../kernel/lifecycle.ts';
import type { Log } from '../../../../kernel/log.ts';
import { answerStun } from './stun-message.ts';

/**
 * Most answers per address and second. A browser that gathers candidates sends a handful of requests; more come from a
 * sender with a forged address.
 */
const maxPerAddress = 20;
/** Most addresses answered in one second. */
const maxAddresses = 10_000;
const windowMs = 1_000;
/** Delay before the server retries to listen after a failure, in milliseconds. */
const againMs = 10_000;

interface StunServerParts {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** Tells browsers their public address (STUN). It needs its own UDP port. [VO2] */
export interface StunServer extends Part {
  readonly isListening: boolean;
  /** The listening port; if `port` was given as 0, any free one. */
  readonly port: number;
}

/**
 * If the server cannot listen, because its port is taken or the network is down, it retries; the rest of Matinee runs
 * without it. [VO3]
 */
export function makeStunServer({ host, port, clock, log }: StunServerParts): StunServer {
  const asked = new RequestCounter(clock);
  let socket: Socket | undefined;
  let isListening = false;
  let isStopped = false;
  let cancel = () => {};

  function listen(): Promise<void> {
    const opened = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4' });
    socket = opened;
    return new Promise((resolve) => {
      let isOver = false;
      opened.on('error', (err) => {
        if (isOver) return;
        isOver = true;
        isListening = false;
        opened.close();
        if (!isStopped) {
          log.warn({ err, host, port }, 'the STUN server cannot listen');
          cancel = clock.after(againMs, () => void listen());
        }
        resolve();
      });
      opened.on('message', (datagram, source) => {
        const answer = asked.isOften(source.address) ? undefined : answerStun(datagram, source);
        // The client may be gone, so errors are ignored.
        if (answer !== undefined) opened.send(answer, source.port, source.address, () => undefined);
      });
      opened.bind(port, host, () => {
        if (isStopped) opened.close();
        else isListening = true;
        resolve();
      });
    });
  }

  return {
    name: 'STUN',
    get isListening() {
      return isListening;
    },
    get port() {
      return isListening ? socket!.address().port : port;
    },
    start: listen,
    async stop() {
      isStopped = true;
      cancel();
      if (isListening) await new Promise<void>((resolve) => socket!.close(resolve));
      isListening = false;
    },
  };
}

/** Counts the requests of each address in the current second. */
class RequestCounter {
  readonly #clock: Clock;
  readonly #counts = new Map<string, number>();
  #beganAtMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isOften(address: string): boolean {
    const nowMs = this.#clock.nowMs();
    if (nowMs - this.#beganAtMs >= windowMs) {
      this.#beganAtMs = nowMs;
      this.#counts.clear();
    }
    const count = (this.#counts.get(address) ?? 0) + 1;
    if (count === 1 && this.#counts.size >= maxAddresses) return true;
    this.#counts.set(address, count);
    return count > maxPerAddress;
  }
}
