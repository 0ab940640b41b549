/**
 * The number of the public port. With port 0 the system chooses a free one, so the number is known only once the server
 * listens.
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

  /** A port on the loopback interface that leads only to this worker; undefined if there is only one process. */
  get own(): number | undefined {
    return this.#own;
  }

  /** Stores the ports on which the transport now listens. */
  bind(port: number, own: number | undefined): void {
    this.#number = port;
    this.#own = own;
  }
}
