import type { Socket } from 'node:net';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { Openings } from './openings.ts';

/**
 * Most connections from one address: many people publish through one router, but one of them may not take all places.
 */
const maxPerAddress = 32;

/** Decides which connections are taken, and keeps those whose TLS has not begun yet. [RTM7] [RTM13] */
export class Admission {
  readonly #parts: { readonly clock: Clock; readonly log: Log };
  readonly #maxConnections: number;
  readonly #openAddresses: () => readonly string[];
  readonly #openings: Openings;
  readonly #greeting = new Map<string, Socket>();

  /** `openAddresses`: the address of each connection that was taken and is open. */
  constructor(
    parts: { readonly clock: Clock; readonly log: Log },
    maxConnections: number,
    openAddresses: () => readonly string[],
  ) {
    this.#parts = parts;
    this.#maxConnections = maxConnections;
    this.#openAddresses = openAddresses;
    this.#openings = new Openings(parts.clock);
  }

  /** Counts a connection. False: it is refused, and was ended. */
  admit(socket: Socket): boolean {
    const address = socket.remoteAddress ?? '';
    const refusal = this.#refusalOf(address);
    if (refusal === undefined) return true;
    if (this.#openings.isFirstRefusal(address))
      this.#parts.log.warn(
        { address, connections: this.#openAddresses().length },
        `RTMP: connections are refused: ${refusal}`,
      );
    socket.destroy();
    return false;
  }

  /** Admits a connection whose TLS begins now. */
  readonly greet = (socket: Socket): void => {
    if (!this.admit(socket)) return;
    const name = nameOf(socket);
    this.#greeting.set(name, socket);
    socket.once('close', () => this.#greeting.delete(name));
  };

  /** The TLS of `socket` is there: it is one of the open ones from now on. */
  settle(socket: Socket): void {
    this.#greeting.delete(nameOf(socket));
  }

  /** Ends what waits for its TLS. */
  stop(): void {
    for (const socket of this.#greeting.values()) socket.destroy();
  }

  /** Why a connection is refused; undefined: it is not. */
  #refusalOf(address: string): string | undefined {
    if (!this.#openings.mayOpen(address)) return 'they come too fast';
    const greeting = [...this.#greeting.keys()].map((name) => name.slice(0, name.lastIndexOf(' ')));
    const addresses = [...this.#openAddresses(), ...greeting];
    const isCrowded = addresses.filter((one) => one === address).length >= maxPerAddress;
    return addresses.length >= this.#maxConnections || isCrowded ? 'there are too many' : undefined;
  }
}

/** Names a connection, below TLS and above it: its address, a space, its port. */
function nameOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
