type Listener = (...values: never[]) => void;

/** Tells events to whoever listens, by their names, as streams of Node do. What the library for segments asks of its peers. */
export class Emitter {
  readonly #listeners = new Map<string, Set<Listener>>();

  on(name: string, listener: Listener): void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
  }

  off(name: string, listener: Listener): void {
    this.#listeners.get(name)?.delete(listener);
  }

  protected emit(name: string, ...values: unknown[]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) (listener as (...all: unknown[]) => void)(...values);
  }
}
