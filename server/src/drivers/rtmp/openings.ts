import type { Clock } from '../../kernel/clock.ts';
import { networkOf } from '../../kernel/network-of.ts';

/**
 * Most connections from one network in a minute: an encoder that loses its connection opens one every two seconds at
 * most.
 */
const maxOpenings = 120;
const openingsMs = 60_000;

/** Counts the connections from each network in a minute: an address of IPv4, or 64 bits of IPv6. */
export class Openings {
  readonly #clock: Clock;
  readonly #counts = new Map<string, number>();
  /** Addresses whose refusal was logged in this minute. */
  readonly #refused = new Set<string>();
  #sinceMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#sinceMs = clock.nowMs();
  }

  /** Counts a connection. False: they come too fast. */
  mayOpen(address: string): boolean {
    if (this.#clock.nowMs() - this.#sinceMs > openingsMs) {
      this.#counts.clear();
      this.#refused.clear();
      this.#sinceMs = this.#clock.nowMs();
    }
    const network = networkOf(address);
    const count = (this.#counts.get(network) ?? 0) + 1;
    this.#counts.set(network, count);
    return count <= maxOpenings;
  }

  /** True once for each address in a minute. */
  isFirstRefusal(address: string): boolean {
    const isFirst = !this.#refused.has(address);
    this.#refused.add(address);
    return isFirst;
  }
}
