/** Swarms that are open on this page. The library for segments makes its own clients and gives each the name of its swarm alone. */

/** A description of a peer, as signals carry it. */
export interface Described {
  readonly peer: string;
  readonly description: RTCSessionDescriptionInit;
}

/** What one stream of a swarm hears. */
export interface StreamHearer {
  /** Others who are there, after `ask`. */
  peers(addresses: readonly string[]): void;
  described(signal: Described): void;
}

/** A way into a stream of a swarm. */
export interface StreamLine {
  /** Takes a place, or keeps it, and asks who is there. */
  ask(): void;
  tell(signal: Described): void;
  leave(): void;
}

export interface Swarm {
  /** `principal:connection` of this page; undefined while it is not connected to the room. */
  readonly address: () => string | undefined;
  /** Resolves with what `RTCPeerConnection` needs. */
  readonly configuration: () => Promise<RTCConfiguration>;
  open(stream: string, hearer: StreamHearer): StreamLine;
}

/** People of whom wrong bytes came, for as long as the page is open. */
const dropped = new Set<string>();

/** Has nothing to do any more with the person behind `address`, which begins with who they are. [WSW6] */
export function dropPerson(address: string): void {
  dropped.add(personOf(address));
}

export function isDropped(address: string): boolean {
  return dropped.has(personOf(address));
}

const personOf = (address: string) => address.split(':', 1)[0]!;

const open = new Map<string, Swarm>();
let count = 0;

/** Gives a swarm a name by which `swarmOf` finds it. @returns the name, and what takes it away */
export function nameSwarm(swarm: Swarm): { readonly name: string; readonly end: () => void } {
  count += 1;
  const name = `swarm:${count}`;
  open.set(name, swarm);
  return { name, end: () => void open.delete(name) };
}

export function swarmOf(name: string | undefined): Swarm | undefined {
  return name === undefined ? undefined : open.get(name);
}

/** What hls.js loads segments by. */
export interface Exchange {
  /** The loaders, for the configuration of hls.js. */
  readonly config: object;
  /** To be called with the player before it loads. */
  bind(hls: unknown): void;
  stop(): void;
}
