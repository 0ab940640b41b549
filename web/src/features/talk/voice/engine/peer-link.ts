import type { WebRTCSignal } from '@matinee/contract/gen/api.ts';
import { makeStore, type Store } from '../../../../client/store.ts';
import { type CandidateBatch, candidateInit, makeCandidateBatch } from './candidate-batch.ts';
import { originOf, tuneOpus } from './sdp.ts';

/** A signal from one link to the other; the mesh adds the address. */
export type LinkSignal = Omit<WebRTCSignal, 'peer'>;

export interface LinkParts {
  /** A new connection, with the current ICE servers. */
  readonly makeConnection: () => RTCPeerConnection;
  /** When both offer at once, the polite side takes its offer back. One of the two sides is polite. */
  readonly isPolite: boolean;
  readonly send: (signal: LinkSignal) => void;
  /** The sound of the other side. Each connection delivers a new track. */
  readonly onTrack: (track: MediaStreamTrack) => void;
}

/** Maximum number of stored candidates that arrived before their description. */
const mostEarly = 64;
/** A level that is older, in milliseconds, counts as silence: in silence almost nothing is sent. */
const levelLastsMs = 400;

/**
 * The way to one other page. It has one connection at a time and makes a new one when nothing else helps. Negotiation
 * is "perfect" as in WebRTC 1.0, section 10.7: either side may offer at any time. [WVO1] [WVO2]
 */
export class PeerLink {
  readonly #parts: LinkParts;
  readonly #state = makeStore<RTCPeerConnectionState>('new');
  readonly #found: CandidateBatch;
  #connection: RTCPeerConnection;
  #track: MediaStreamTrack | null = null;
  #isClosed = false;
  #isOffering = false;
  /** The origin of the other side's descriptions. A new origin means that the other side has started over. */
  #origin: string | undefined;
  #early: readonly RTCIceCandidateInit[] = [];
  #waiting: LinkSignal[] = [];
  /** The loop that handles signals now. */
  #reader: symbol | undefined;
  /** The newest sound, and when this page saw it: browsers use different clocks for its timestamp. */
  #heard = { timestamp: 0, atMs: 0 };

  constructor(parts: LinkParts) {
    this.#parts = parts;
    this.#found = makeCandidateBatch((candidates) => parts.send({ candidates: { candidates } }));
    this.#connection = this.#open();
  }

  get state(): Store<RTCPeerConnectionState> {
    return this.#state;
  }

  /**
   * Sends an offer. Otherwise the link waits for the other side's offer. The browser asks for an offer once there is
   * something to send.
   */
  start(): void {
    this.#connection.addTransceiver(this.#track ?? 'audio', { direction: 'sendrecv' });
  }

  /** Signals are handled one after another, in the order of these calls. */
  read(signal: LinkSignal): void {
    this.#waiting.push(signal);
    if (this.#reader === undefined) void this.#readOn();
  }

  /** Sets the sound that is sent; null: none. This needs no new offer. */
  setTrack(track: MediaStreamTrack | null): void {
    this.#track = track;
    for (const { sender } of soundsOf(this.#connection)) void sender.replaceTrack(track).catch(() => undefined);
  }

  /** Looks for another way: over the current connection, or with `isAnew` over a new one. */
  restart(isAnew: boolean): void {
    if (this.#isClosed) return;
    const { signalingState, remoteDescription } = this.#connection;
    if (!isAnew && signalingState === 'stable' && remoteDescription !== null) return this.#connection.restartIce();
    this.#startOver();
    this.start();
    // A closed connection never finishes its work. The reader that waits for it would wait for ever, so a new one
    // starts.
    void this.#readOn();
  }

  /** How loud the other one is, from 0 to 1. */
  level(nowMs: number): number {
    const sources = this.#connection.getReceivers().flatMap((receiver) => receiver.getSynchronizationSources());
    const newest = Math.max(0, ...sources.map(({ timestamp }) => timestamp));
    if (newest !== this.#heard.timestamp) this.#heard = { timestamp: newest, atMs: nowMs };
    if (nowMs - this.#heard.atMs > levelLastsMs) return 0;
    return Math.max(0, ...sources.map(({ audioLevel }) => audioLevel ?? 0));
  }

  close(): void {
    this.#isClosed = true;
    this.#found.clear();
    this.#connection.close();
    this.#state.set('closed');
  }

  #open(): RTCPeerConnection {
    const opened = this.#parts.makeConnection();
    const isCurrent = () => opened === this.#connection && !this.#isClosed;
    opened.onnegotiationneeded = () => isCurrent() && void this.#offer(opened);
    opened.onicecandidate = ({ candidate }) => isCurrent() && candidate && this.#found.add(candidate);
    opened.ontrack = ({ track }) => isCurrent() && this.#parts.onTrack(track);
    opened.onconnectionstatechange = () => isCurrent() && this.#state.set(opened.connectionState);
    return opened;
  }

  #startOver(): void {
    const before = this.#connection;
    this.#connection = this.#open();
    before.close();
    this.#found.clear();
    this.#isOffering = false;
    this.#origin = undefined;
    this.#early = [];
    this.#state.set('new');
  }

  async #offer(of: RTCPeerConnection): Promise<void> {
    this.#isOffering = true;
    try {
      await of.setLocalDescription();
      if (of === this.#connection) this.#tellDescription();
    } catch {
      // The other side's offer arrived meanwhile, or the connection was closed.
    } finally {
      if (of === this.#connection) this.#isOffering = false;
    }
  }

  #tellDescription(): void {
    const { localDescription } = this.#connection;
    if (localDescription === null || this.#isClosed) return;
    const { type, sdp } = localDescription;
    this.#parts.send({ description: { type: type as 'offer' | 'answer', sdp: tuneOpus(sdp) } });
  }

  async #readOn(): Promise<void> {
    const reader = Symbol('reader');
    this.#reader = reader;
    while (this.#reader === reader) {
      const signal = this.#waiting.shift();
      // A signal that cannot be applied is too late, or from another page. If the two sides do not connect, a restart
      // follows.
      if (signal) await this.#handle(signal).catch(() => undefined);
      else this.#reader = undefined;
    }
  }

  async #handle({ description, candidates }: LinkSignal): Promise<void> {
    if (this.#isClosed) return;
    if (description?.type === 'offer') await this.#readOffer(description.sdp);
    else if (description) await this.#readAnswer(description.sdp);
    for (const candidate of candidates?.candidates ?? []) await this.#addCandidate(candidateInit(candidate));
  }

  async #readOffer(sdp: string): Promise<void> {
    if (!this.#takesOffer(sdp)) return;
    const of = this.#connection;
    this.#origin = originOf(sdp);
    await of.setRemoteDescription({ type: 'offer', sdp });
    for (const transceiver of soundsOf(of)) {
      transceiver.direction = 'sendrecv';
      await transceiver.sender.replaceTrack(this.#track);
    }
    await of.setLocalDescription();
    if (of !== this.#connection) return;
    this.#tellDescription();
    await this.#addEarly();
  }

  /** @returns false: this offer is ignored, as the other side takes it back. */
  #takesOffer(sdp: string): boolean {
    if (this.#origin !== undefined && this.#origin !== originOf(sdp)) this.#startOver();
    const isColliding = this.#isOffering || this.#connection.signalingState !== 'stable';
    if (!isColliding) return true;
    if (!this.#parts.isPolite) return false;
    // A connection that has prepared its first offer would keep a second transceiver after taking the other offer.
    if (this.#connection.remoteDescription === null) this.#startOver();
    return true;
  }

  async #readAnswer(sdp: string): Promise<void> {
    // The other side has started over, or its late answer to an earlier connection was taken for the answer to this
    // one.
    if (this.#origin !== undefined && this.#origin !== originOf(sdp)) return this.restart(true);
    if (this.#connection.signalingState !== 'have-local-offer') return;
    this.#origin = originOf(sdp);
    await this.#connection.setRemoteDescription({ type: 'answer', sdp });
    await this.#addEarly();
  }

  async #addEarly(): Promise<void> {
    const waiting = this.#early;
    this.#early = [];
    for (const candidate of waiting) await this.#addCandidate(candidate);
  }

  async #addCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    try {
      await this.#connection.addIceCandidate(candidate);
    } catch {
      // It belongs to a description that has not arrived yet, or to one that was ignored or has ended.
      this.#early = [...this.#early, candidate].slice(-mostEarly);
    }
  }
}

/** The transceivers that carry sound both ways. Other clients may offer pictures too. */
function soundsOf(connection: RTCPeerConnection): readonly RTCRtpTransceiver[] {
  const transceivers = connection.getTransceivers();
  return transceivers.filter(({ receiver, currentDirection }) => {
    return receiver.track.kind === 'audio' && currentDirection !== 'stopped';
  });
}
