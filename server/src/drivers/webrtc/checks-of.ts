import type { Message } from 'werift';

/** Most source addresses of connectivity checks: networks, address families, relays. */
const maxSources = 64;

/** Distinguishes the peer's ICE checks from those of strangers, who know neither of the two names in them. */
export class ChecksOf {
  readonly #theirs: string;
  readonly #sources = new Set<string>();
  own = '';
  onFirst: () => void = () => {};
  #hasBegun = false;

  constructor(theirs: string) {
    this.#theirs = theirs;
  }

  isValid(message: Pick<Message, 'getAttributeValue'>, [host, port]: readonly [string, number]): boolean {
    if (message.getAttributeValue('USERNAME') !== `${this.own}:${this.#theirs}`) return false;
    const source = `${host} ${port}`;
    if (!this.#sources.has(source) && this.#sources.size >= maxSources) return false;
    this.#sources.add(source);
    if (!this.#hasBegun) queueMicrotask(this.onFirst);
    this.#hasBegun = true;
    return true;
  }
}
