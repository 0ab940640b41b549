import { DataPeer } from '../exchange/data-peer.ts';
import { Emitter } from '../exchange/emitter.ts';
import { type Described, isDropped, type StreamLine, swarmOf } from '../exchange/swarm.ts';

/** How often the client asks for peers while it has few, in milliseconds. */
const askEveryMs = 30_000;
/** With this many peers the client stops asking for more. */
const enoughPeers = 6;
/** Most peers of one stream: each uses a connection of the browser. */
const mostPeers = 12;

interface Options {
  /** Names the stream: 20 bytes of ASCII. */
  readonly infoHash: Uint8Array;
  /** The name of the swarm. */
  readonly announce: readonly string[];
}

/**
 * Finds peers of one stream through the connection of the room. It replaces the BitTorrent tracker client in the
 * library for segments, because files in `stand-ins` replace the package of their name. The library imports it as the
 * default export of that package, starts and destroys it, and gets an event for each peer.
 */
export default class TrackerClient extends Emitter {
  readonly #stream: string;
  readonly #swarm;
  readonly #peers = new Map<string, DataPeer>();
  /** Addresses of peers to which this page has made an offer. */
  readonly #offered = new Set<string>();
  #line: StreamLine | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor({ infoHash, announce }: Options) {
    super();
    this.#stream = new TextDecoder().decode(infoHash);
    this.#swarm = swarmOf(announce[0]);
  }

  start(): void {
    this.#line = this.#swarm?.open(this.#stream, {
      peers: (addresses) => {
        for (const address of addresses) void this.#offerTo(address);
      },
      described: (signal) => void this.#hear(signal),
    });
    this.#line?.ask();
    this.#timer = setInterval(() => {
      if (this.#peers.size < enoughPeers) this.#line?.ask();
    }, askEveryMs);
  }

  destroy(): void {
    clearInterval(this.#timer);
    this.#line?.leave();
    this.#line = undefined;
    for (const peer of [...this.#peers.values()]) peer.destroy();
  }

  async #offerTo(address: string): Promise<void> {
    if (this.#peers.has(address)) return;
    const peer = await this.#make(address);
    if (!peer) return;
    this.#offered.add(address);
    await peer.offer().catch(() => peer.destroy());
  }

  async #hear({ peer: address, description }: Described): Promise<void> {
    let peer = this.#peers.get(address);
    if (description.type === 'offer') {
      // If both pages have made an offer, that of the smaller address counts.
      if (peer && this.#offered.has(address) && (this.#swarm?.address() ?? '') < address) return;
      peer?.destroy();
      peer = await this.#make(address);
    }
    await peer?.take(description).catch(() => peer.destroy());
  }

  async #make(address: string): Promise<DataPeer | undefined> {
    const configuration = await this.#swarm?.configuration();
    if (!configuration || !this.#line || this.#peers.has(address) || this.#peers.size >= mostPeers) return undefined;
    if (isDropped(address)) return undefined;
    const tell = ({ type, sdp }: RTCSessionDescription) =>
      this.#line?.tell({ peer: address, description: { type, sdp } });
    const peer = new DataPeer({ address, configuration, tell });
    this.#peers.set(address, peer);
    peer.on('close', () => {
      if (this.#peers.get(address) !== peer) return;
      this.#peers.delete(address);
      this.#offered.delete(address);
    });
    this.emit('peer', peer);
    return peer;
  }
}
