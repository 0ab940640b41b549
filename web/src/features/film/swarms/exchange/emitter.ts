type Listener = (...values: never[]) => void;

/** Emits named events to listeners, like streams of Node. The library for segments expects this of its peers. */
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
