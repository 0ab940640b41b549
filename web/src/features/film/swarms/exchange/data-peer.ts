import { Emitter } from './emitter.ts';

/** Above this many bytes in the channel the sender pauses, until half of them are gone. */
const mostWaiting = 256 * 1024;
/** Time to connect to a peer before it is given up, in milliseconds. */
const patienceMs = 15_000;
/** A peer that is out of reach this long is given up, in milliseconds. */
const lostMs = 5_000;
/** How long candidates are collected, in milliseconds. A description has them all, so two signals connect two peers. */
const gatherMs = 1_500;

interface DataPeerParts {
  /** `principal:connection` of the other page. */
  readonly address: string;
  readonly configuration: RTCConfiguration;
  /** Sends our description to the other page. */
  readonly tell: (description: RTCSessionDescription) => void;
}

/**
 * A data channel to one other page (WebRTC 1.0, section 6), in the form that the library for segments expects. `write`
 * returns whether to go on writing, `drain` tells when to go on, and `id` is the address in hexadecimal.
 */
export class DataPeer extends Emitter {
  readonly id: string;
  /** The library keeps the address here. */
  idUtf8 = '';
  readonly #parts: DataPeerParts;
  readonly #connection: RTCPeerConnection;
  #channel: RTCDataChannel | undefined;
  #giveUp: ReturnType<typeof setTimeout>;
  #lost: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(parts: DataPeerParts) {
    super();
    this.#parts = parts;
    this.id = [...new TextEncoder().encode(parts.address)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    this.#connection = new RTCPeerConnection(parts.configuration);
    this.#connection.addEventListener('datachannel', ({ channel }) => this.#use(channel));
    this.#connection.addEventListener('connectionstatechange', () => this.#onState());
    this.#giveUp = setTimeout(() => this.destroy(), patienceMs);
  }

  /** Makes the first offer. */
  async offer(): Promise<void> {
    this.#use(this.#connection.createDataChannel('segments'));
    await this.#describe();
  }

  /** Takes the description of the other page. Answers an offer. */
  async take(description: RTCSessionDescriptionInit): Promise<void> {
    if (this.#isOver) return;
    await this.#connection.setRemoteDescription(description);
    if (description.type === 'offer') await this.#describe();
  }

  /** Sends bytes. False: wait for `drain` before the next. */
  write(bytes: Uint8Array<ArrayBuffer>): boolean {
    const channel = this.#channel;
    if (channel?.readyState !== 'open') return false;
    channel.send(bytes);
    return channel.bufferedAmount < mostWaiting;
  }

  destroy(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#giveUp);
    clearTimeout(this.#lost);
    this.#connection.close();
    this.emit('close');
  }

  #onState(): void {
    const { connectionState } = this.#connection;
    if (connectionState === 'failed' || connectionState === 'closed') return this.destroy();
    clearTimeout(this.#lost);
    if (connectionState === 'disconnected') this.#lost = setTimeout(() => this.destroy(), lostMs);
  }

  async #describe(): Promise<void> {
    await this.#connection.setLocalDescription();
    await this.#gathered();
    const { localDescription } = this.#connection;
    if (!this.#isOver && localDescription) this.#parts.tell(localDescription);
  }

  /** Resolves when all candidates are known, or after a while. */
  #gathered(): Promise<void> {
    const connection = this.#connection;
    if (connection.iceGatheringState === 'complete') return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, gatherMs);
      connection.addEventListener('icegatheringstatechange', () => {
        if (connection.iceGatheringState !== 'complete') return;
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #use(channel: RTCDataChannel): void {
    this.#channel = channel;
    channel.binaryType = 'arraybuffer';
    channel.bufferedAmountLowThreshold = mostWaiting / 2;
    channel.addEventListener('bufferedamountlow', () => this.emit('drain'));
    channel.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (typeof data !== 'string') this.emit('data', new Uint8Array(data));
    });
    channel.addEventListener('close', () => this.destroy());
    channel.addEventListener('open', () => {
      clearTimeout(this.#giveUp);
      this.emit('connect');
    });
  }
}
