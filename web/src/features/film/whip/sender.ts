/**
 * Sends a stream by WHIP (RFC 9725), and begins anew when the connection breaks, as long as the server keeps the place.
 * [WWH2] [WWH3]
 */

export type SenderState = 'connecting' | 'on_air' | 'interrupted';
/** Why nothing is sent any more. */
export type SenderFault = 'unreachable' | 'taken' | 'full' | 'taken_off' | 'lost';

export interface SenderParts {
  /** Where sessions begin. */
  readonly url: string;
  readonly key: string;
  readonly stream: MediaStream;
  readonly configuration: RTCConfiguration;
  onState(state: SenderState): void;
  /** Nothing is sent any more. Not called after `stop`. */
  onFault(fault: SenderFault): void;
}

/** In milliseconds. Behind a firewall the address never answers; otherwise a connection takes a second or two. */
const mostMsToConnect = 12_000;
/** A connection that is away for less, in milliseconds, may come back by itself: the network has changed. */
const patienceMs = 3_000;
/** Wait between two attempts, in milliseconds. */
const againMs = 2_000;
/** After this long without a connection, in milliseconds, sending ends. Servers keep the place of a stream as long. */
const mostMsAway = 60_000;
/** Bits a second of the picture at most: the rate that the page advises for OBS. */
const mostBits = 4_500_000;

interface Session {
  readonly peer: RTCPeerConnection;
  readonly url: string;
  readonly generationId: string;
}

/** The server answers, and does not take the stream. */
class Refused extends Error {
  readonly fault: SenderFault;

  constructor(fault: SenderFault) {
    super(fault);
    this.fault = fault;
  }
}

/** By the status of the answer. A key that does not serve is that of a stream that was taken off the air. */
const refusals: Readonly<Record<number, SenderFault>> = { 401: 'taken_off', 409: 'taken', 503: 'full' };

export class Sender {
  readonly #parts: SenderParts;
  #session: Session | undefined;
  #wasOnAir = false;
  #awaySince: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** The broadcast; empty: there is none. */
  generationId(): string {
    return this.#session?.generationId ?? '';
  }

  start(): void {
    void this.#attempt();
  }

  /** The room says that the broadcast is over. */
  doubt(): void {
    this.#breakOff();
  }

  stop(): void {
    this.#isOver = true;
    if (this.#session) end(this.#session, this.#parts.key);
    this.#leave();
  }

  async #attempt(): Promise<void> {
    try {
      const begun = await begin(this.#parts);
      if (this.#isOver) return end(begun, this.#parts.key);
      this.#session = begun;
      begun.peer.addEventListener('connectionstatechange', () => this.#look(begun));
      this.#look(begun);
    } catch (error) {
      // After a break, the server may not know yet that the place is free.
      const isOver = error instanceof Refused && (error.fault === 'taken_off' || !this.#wasOnAir);
      if (isOver) this.#fail(error.fault);
      else this.#breakOff();
    }
  }

  #look({ peer }: Session): void {
    clearTimeout(this.#timer);
    if (this.#session?.peer !== peer) return;
    const { connectionState: state } = peer;
    if (state === 'connected') {
      this.#wasOnAir = true;
      this.#awaySince = undefined;
      this.#parts.onState('on_air');
    } else if (state === 'failed' || state === 'closed') this.#breakOff();
    else this.#timer = setTimeout(() => this.#breakOff(), state === 'disconnected' ? patienceMs : mostMsToConnect);
  }

  #breakOff(): void {
    this.#leave();
    if (this.#isOver) return;
    if (!this.#wasOnAir) return this.#fail('unreachable');
    this.#awaySince ??= performance.now();
    if (performance.now() - this.#awaySince > mostMsAway) return this.#fail('lost');
    this.#parts.onState('interrupted');
    this.#timer = setTimeout(() => void this.#attempt(), againMs);
  }

  #fail(fault: SenderFault): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#leave();
    this.#parts.onFault(fault);
  }

  #leave(): void {
    clearTimeout(this.#timer);
    this.#session?.peer.close();
    this.#session = undefined;
  }
}

/** @throws Refused, or another error when the server cannot be reached or does not take it now */
async function begin({ url, key, stream, configuration }: SenderParts): Promise<Session> {
  const peer = new RTCPeerConnection({ ...configuration, bundlePolicy: 'max-bundle' });
  try {
    for (const track of stream.getTracks()) await addTrack(peer, track, stream);
    await peer.setLocalDescription();
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp', authorization: `Bearer ${key}` },
      body: peer.localDescription?.sdp ?? '',
      signal: AbortSignal.timeout(mostMsToConnect),
    });
    const fault = refusals[answer.status];
    if (fault !== undefined) throw new Refused(fault);
    const location = answer.headers.get('location');
    if (answer.status !== 201 || location === null) throw new Error(`the server answered ${answer.status}`);
    const session = {
      peer,
      url: new URL(location, answer.url).href,
      generationId: answer.headers.get('etag')?.replaceAll('"', '') ?? '',
    };
    try {
      await peer.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
    } catch (error) {
      // The server holds the place of the session, so the next attempt would find it taken.
      end(session, key);
      throw error;
    }
    return session;
  } catch (error) {
    peer.close();
    throw error;
  }
}

async function addTrack(peer: RTCPeerConnection, track: MediaStreamTrack, stream: MediaStream): Promise<void> {
  const isVideo = track.kind === 'video';
  const transceiver = peer.addTransceiver(track, {
    direction: 'sendonly',
    streams: [stream],
    ...(isVideo ? { sendEncodings: [{ maxBitrate: mostBits, maxFramerate: 30 }] } : {}),
  });
  if (!isVideo) return;
  const codecs = RTCRtpSender.getCapabilities('video')?.codecs ?? [];
  const wanted = ['video/H264', 'video/rtx'];
  transceiver.setCodecPreferences(wanted.flatMap((type) => codecs.filter(({ mimeType }) => mimeType === type)));
  // Players and recordings begin anew when the size changes, so pictures are left out instead.
  const parameters = { ...transceiver.sender.getParameters(), degradationPreference: 'maintain-resolution' as const };
  await transceiver.sender.setParameters(parameters).catch(() => undefined);
}

/** Also works while the page closes. */
function end({ peer, url }: Session, key: string): void {
  void fetch(url, { method: 'DELETE', headers: { authorization: `Bearer ${key}` }, keepalive: true }).catch(
    () => undefined,
  );
  peer.close();
}
