import type { ClockReply } from '@matinee/contract/gen/api.ts';
import { burstProbes, burstSpacingMs, probeEveryMs, type ServerClock } from './clock.ts';
import type { Outgoing } from './connection.ts';

/** Asks for the server's time over the socket. */
export interface Prober {
  /** Starts a burst. `anew`: first discards the measurements of the previous network. */
  burst(anew: boolean): void;
  reply(reply: ClockReply, receivedMs: number): void;
  stop(): void;
}

/** Makes the prober. It sends bursts when asked, and after a burst a single probe every `probeEveryMs`. */
export function makeProber(clock: ServerClock, send: (message: Outgoing) => boolean, now: () => number): Prober {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function probe(leftInBurst: number): void {
    const roundTripMs = clock.roundTripMs;
    const isSent = send({
      clock_probe: { client_sent_ms: now(), ...(roundTripMs === undefined ? {} : { round_trip_ms: roundTripMs }) },
    });
    clearTimeout(timer);
    if (!isSent) return;
    timer = setTimeout(() => probe(Math.max(0, leftInBurst - 1)), leftInBurst > 1 ? burstSpacingMs : probeEveryMs);
  }

  return {
    burst(anew) {
      if (anew) clock.startOver();
      probe(burstProbes);
    },
    reply: (reply, receivedMs) => clock.addReply(reply, receivedMs),
    stop: () => clearTimeout(timer),
  };
}
