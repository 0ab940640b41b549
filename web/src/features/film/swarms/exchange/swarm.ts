/**
 * Swarms that are open on this page. The library for segments makes its own clients, and gives each only the name of
 * its swarm.
 */

/** A description of a peer, as signals carry it. */
export interface Described {
  readonly peer: string;
  readonly description: RTCSessionDescriptionInit;
}

/** Receives the signals of one stream of a swarm. */
export interface StreamHearer {
  /** The other peers in the stream, after `ask`. */
  peers(addresses: readonly string[]): void;
  described(signal: Described): void;
}

/** A connection to one stream of a swarm. */
export interface StreamLine {
  /** Takes or keeps a place in the stream, and asks for its peers. */
  ask(): void;
  tell(signal: Described): void;
  leave(): void;
}

export interface Swarm {
  /** `principal:connection` of this page; undefined while it is not connected to the room. */
  readonly address: () => string | undefined;
  /** Resolves with the configuration for `RTCPeerConnection`. */
  readonly configuration: () => Promise<RTCConfiguration>;
  open(stream: string, hearer: StreamHearer): StreamLine;
}

/** People who sent wrong bytes since the page was opened. */
const dropped = new Set<string>();

/** Stops all exchange with the person behind `address`, which begins with their principal. [WSW6] */
export function dropPerson(address: string): void {
  dropped.add(personOf(address));
}

export function isDropped(address: string): boolean {
  return dropped.has(personOf(address));
}

/** The person behind `principal:connection`. */
export const personOf = (address: string) => address.split(':', 1)[0]!;

const open = new Map<string, Swarm>();
let count = 0;

/** Gives a swarm a name by which `swarmOf` finds it. @returns the name, and a function that removes it */
export function nameSwarm(swarm: Swarm): { readonly name: string; readonly end: () => void } {
  count += 1;
  const name = `swarm:${count}`;
  open.set(name, swarm);
  return { name, end: () => void open.delete(name) };
}

export function swarmOf(name: string | undefined): Swarm | undefined {
  return name === undefined ? undefined : open.get(name);
}

/** The exchange that loads segments for hls.js. */
export interface Exchange {
  /** The loaders, for the configuration of hls.js. */
  readonly config: object;
  /** Call it with the hls.js player before that loads. */
  bind(hls: unknown): void;
  stop(): void;
}
