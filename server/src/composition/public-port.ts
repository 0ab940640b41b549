/**
 * The number of the public port. With port 0 the system chooses a free one, so the final number is known once the
 * server listens.
 */
export class PublicPort {
  #number: number;

  constructor(wished: number) {
    this.#number = wished;
  }

  get number(): number {
    return this.#number;
  }

  /** Records that the transport now listens on this port. */
  bind(port: number): void {
    this.#number = port;
  }
}
