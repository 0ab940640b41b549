import type { Change } from '../frames.ts';
import type { Resource } from '../resource.ts';
import type { Observation, Observer } from './observation.ts';

const none: ReadonlyMap<string, Observation> = new Map();

/** Is notified of the first and the last observation of a key. */
export interface ObservationsListener {
  observed(key: string, resource: Resource): void;
  unobserved(key: string, resource: Resource): void;
}

/** The observations of a room: by observer and id, and by the key of the events that they receive. */
export class Observations {
  readonly #byObserver = new Map<Observer, Map<string, Observation>>();
  readonly #byKey = new Map<string, Set<Observation>>();
  readonly #listener: ObservationsListener;

  constructor(listener: ObservationsListener) {
    this.#listener = listener;
  }

  /** The observations of one observer, by their ids. */
  of(observer: Observer): ReadonlyMap<string, Observation> {
    return this.#byObserver.get(observer) ?? none;
  }

  all(): Iterable<ReadonlySet<Observation>> {
    return this.#byKey.values();
  }

  /** Adds an observation. Its observer must not use the id already. */
  add(observation: Observation): void {
    const { observer, id, key, resource } = observation;
    const own = this.#byObserver.get(observer);
    if (own === undefined) this.#byObserver.set(observer, new Map([[id, observation]]));
    else own.set(id, observation);
    const group = this.#byKey.get(key);
    if (group !== undefined) return void group.add(observation);
    this.#byKey.set(key, new Set([observation]));
    this.#listener.observed(key, resource);
  }

  /** Ends the observation with that id, if there is one. */
  end(observer: Observer, id: string): void {
    const own = this.#byObserver.get(observer);
    const observation = own?.get(id);
    if (observation === undefined) return;
    own?.delete(id);
    this.#forget(observation);
  }

  /** Ends all observations of one observer. */
  endAll(observer: Observer): void {
    for (const observation of this.of(observer).values()) this.#forget(observation);
    this.#byObserver.delete(observer);
  }

  /** Delivers a change to all observations of `key`. */
  deliver(key: string, change: Change): void {
    const group = this.#byKey.get(key);
    if (group === undefined) return;
    for (const observation of group) observation.deliver(change);
  }

  #forget(observation: Observation): void {
    const { key, resource } = observation;
    observation.end();
    const group = this.#byKey.get(key);
    group?.delete(observation);
    if (group?.size !== 0) return;
    this.#byKey.delete(key);
    this.#listener.unobserved(key, resource);
  }
}
