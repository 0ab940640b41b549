/** The sessions of this process: each puts what a publisher sends by WebRTC on the air. [WH1]–[WH7] */

import { encodeAmf0 } from '../../../drivers/rtmp/amf0.ts';
import { RtmpError } from '../../../drivers/rtmp/rtmp-error.ts';
import type { MediaMessage, Refusal } from '../../../drivers/rtmp/session.ts';
import type { Offer } from '../../../drivers/webrtc/offer.ts';
import type { Receiver, ReceiverParts } from '../../../drivers/webrtc/receiver.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { readPorts } from '../../../kernel/settings/port-range.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { Broadcast, OnAir } from '../streams/air/on-air.ts';
import { whipErrors } from './whip.errors.ts';
import type { whipSettings } from './whip.settings.ts';

export interface WhipSessionParts {
  readonly onAir: Pick<OnAir, 'takeByKey' | 'endBroadcast'>;
  readonly receive: (parts: ReceiverParts) => Receiver;
  /** Addresses of this machine, for publishers in its network. */
  readonly ownAddresses: () => readonly string[];
  readonly settings: SettingValues<typeof whipSettings>;
  readonly clock: Clock;
  readonly log: Log;
}

interface SessionRequest {
  readonly roomId: string;
  readonly key: string;
  readonly offer: Offer;
}

interface Begun {
  readonly generationId: string;
  /** SDP. */
  readonly answer: string;
  /** Ends the session as its publisher would. */
  readonly end: () => void;
}

/** Ends a session and its broadcast. `broken`: its publisher may come back. */
type End = (how: 'ended' | 'broken') => void;

export class WhipSessions {
  readonly #parts: WhipSessionParts;
  /** By broadcast. */
  readonly #open = new Map<string, End>();

  constructor(parts: WhipSessionParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#open.size;
  }

  /** @throws AppError `whip.no_connection` */
  async begin({ roomId, key, offer }: SessionRequest): Promise<Begun | Refusal> {
    const { onAir } = this.#parts;
    let end: End = () => {};
    let isEnded = false;
    const publisher = {
      address: 'WHIP',
      end: () => {
        isEnded = true;
        end('ended');
      },
    };
    const taken = await onAir.takeByKey({ app: `live/${roomId}`, name: key }, publisher);
    if (typeof taken === 'string') return taken;
    const { receiver, end: endThis } = this.#receive(taken, offer);
    end = endThis;
    if (isEnded) end('ended');
    const answer = await receiver.answer.catch(() => undefined);
    if (answer === undefined) {
      end('ended');
      throw whipErrors.no_connection({ retryAfterSeconds: 10 });
    }
    return { generationId: taken.place.generationId, answer, end: () => end('ended') };
  }

  /** False: there is no such session, in this process or another one. */
  async end(roomId: string, generationId: string): Promise<boolean> {
    const end = this.#open.get(generationId);
    if (!end) return this.#parts.onAir.endBroadcast(roomId, generationId);
    end('ended');
    return true;
  }

  /** The process stops. Publishers may go on at another one. */
  stop(): void {
    for (const end of [...this.#open.values()]) end('broken');
  }

  /** @throws AppError `whip.no_connection` */
  #receive({ place, stream, end: endBroadcast }: Broadcast, offer: Offer): { receiver: Receiver; end: End } {
    const { receive, clock, log, settings, ownAddresses } = this.#parts;
    const { announcedAddress, udpPorts } = settings;
    const { generationId } = place;
    const end: End = (how) => {
      if (!this.#open.delete(generationId)) return;
      receiver?.end();
      endBroadcast(how);
    };
    let receiver: Receiver | undefined;
    this.#open.set(generationId, end);
    const take = (message: MediaMessage) => {
      try {
        stream.take(message);
      } catch (cause) {
        if (!(cause instanceof RtmpError)) log.error({ err: cause }, 'WHIP: a session failed');
        end('broken');
      }
    };
    const parts: ReceiverParts = {
      offer,
      addresses: announcedAddress === null ? ownAddresses() : [announcedAddress],
      ports: udpPorts === null ? undefined : readPorts(udpPorts),
      clock,
      onMessage: take,
      onSize: (size, timestamp) => {
        const facts = new Map<string, string | number>([...Object.entries(size), ['encoder', 'WebRTC']]);
        take({ kind: 'data', timestamp, payload: encodeAmf0('onMetaData', facts) });
      },
      onConnected: () => log.info({ ...place }, 'WHIP: a publisher is connected'),
      onOver: () => end('broken'),
    };
    try {
      receiver = receive(parts);
    } catch (err) {
      log.error({ err }, 'WHIP: a session could not begin');
      end('ended');
      throw whipErrors.no_connection({ retryAfterSeconds: 10 });
    }
    return { receiver, end };
  }
}
