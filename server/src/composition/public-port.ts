/**
 * The number of the public port. With port 0 the system chooses a free one, so the final number is known once the
 * server listens.
 */
export class PublicPort {
  #number: number;
  #own: number | undefined;

  constructor(wished: number) {
    this.#number = wished;
  }

  get number(): number {
    return this.#number;
  }

  /** The port of the loopback that leads to this worker and no other one; undefined where there is only one process. */
  get own(): number | undefined {
    return this.#own;
  }

  /** Records that the transport now listens on these ports. */
  bind(port: number, own: number | undefined): void {
    this.#number = port;
    this.#own = own;
  }
}
