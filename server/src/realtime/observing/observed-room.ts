import { DeliveryMode, type ObserveResource } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { StoredEvent } from '../../store/events/event.ts';
import type { RealtimeContext } from '../context.ts';
import { Change } from '../frames.ts';
import { realtimeErrors } from '../realtime.errors.ts';
import { checkMayObserve, type Resource } from '../resource.ts';
import { type Concerned, isConcerned } from '../standing-events.ts';
import { Answers } from './answers.ts';
import { catchUp, type Sources, sendState } from './catch-up.ts';
import { Observation, type Observer } from './observation.ts';
import { Observations } from './observations.ts';
import type { RoomEvents } from './room-events.ts';
import { Snapshots } from './snapshots.ts';

/** The observations of one room. Delivers each change to its observers. */
export class ObservedRoom {
  readonly #context: RealtimeContext;
  readonly #sources: Sources;
  readonly #observations: Observations;

  constructor(roomId: string, context: RealtimeContext, events: RoomEvents) {
    const snapshots = new Snapshots(roomId, context.events, context.clock);
    this.#context = context;
    this.#sources = { events, snapshots, answers: new Answers() };
    this.#observations = new Observations({
      observed: (_, resource) => resource.onObserved?.(roomId, true),
      unobserved: (key, resource) => {
        snapshots.drop(key);
        resource.onObserved?.(roomId, false);
      },
    });
  }

  /**
   * Starts (or replaces) an observation, and sends the changes that the observer missed. [RT3] Calls `refuse` with the
   * error if the resource does not exist, the observer may not see it, or it cannot be loaded; nothing is then
   * observed. Never throws.
   */
  observe(observer: Observer, request: ObserveResource, refuse: (error: unknown) => void): void {
    this.#start(observer, request).catch(refuse);
  }

  /** Ends the observation with that id, if there is one. */
  unobserve(observer: Observer, observeId: string): void {
    this.#observations.end(observer, observeId);
  }

  /** Ends all observations of an observer who leaves. */
  left(observer: Observer): void {
    this.#observations.endAll(observer);
  }

  /** Ends the observations that the observer may no longer see. [RT18] */
  checkPermissions(observer: Observer): void {
    for (const [observeId, { resource }] of this.#observations.of(observer)) {
      try {
        checkMayObserve(resource, observer);
      } catch (error) {
        this.#fail(observer, observeId, error);
      }
    }
  }

  /** Delivers a stored change to its observers. */
  deliver(event: StoredEvent, change: Change): void {
    if (this.#context.wiring().erasures.has(event.kind)) this.#sources.events.recent.begin(event.sequence);
    this.#sources.snapshots.passed(event);
    this.#observations.deliver(event.kind, change);
    this.#refresh(({ resource }) => resource.follows?.(event.kind) === true);
  }

  /** Sends a change that is not stored. */
  publish(key: string, payload: Uint8Array): void {
    this.#sources.snapshots.passed({ kind: key, sequence: 0 });
    this.#observations.deliver(key, new Change(0, payload));
  }

  /** Reloads the states that follow the standing of the affected people, and sends them. [RT7] */
  refreshStandings(concerned: Concerned): void {
    this.#refresh(
      ({ resource, observer }) => resource.followsStanding === true && isConcerned(concerned, observer.principalId),
    );
  }

  /** Reloads all states and sends them to their observers. Logs have no state: they continue with the next event. */
  refreshAll(): void {
    this.#refresh(() => true);
  }

  async #start(observer: Observer, request: ObserveResource): Promise<void> {
    const { observeId, resource: query, version, afterEventSequence, deliveryMode } = request;
    const { limits, wiring } = this.#context;
    this.#observations.end(observer, observeId);
    if (this.#observations.of(observer).size >= limits.observationsPerConnection)
      throw realtimeErrors.too_many_observations();
    const resource = query.case === undefined ? undefined : wiring().resources.get(query.case);
    if (resource === undefined) throw realtimeErrors.unknown_resource();
    checkMayObserve(resource, observer);
    const key = resource.key(query.value as never, observer);
    const isNotify = deliveryMode === DeliveryMode.NOTIFY;
    const observation = new Observation(observer, observeId, { resource, key, isNotify });
    this.#observations.add(observation);
    const afterSequence = afterEventSequence === undefined ? undefined : Number(afterEventSequence);
    try {
      await catchUp(this.#sources, observation, { version, afterSequence });
    } catch (error) {
      // The observation was replaced or ended meanwhile, so no client waits for this answer.
      if (observation.isEnded) return;
      this.#observations.end(observer, observeId);
      throw error;
    }
  }

  /** Reloads states. All observations of a key see the same state, so the first one decides whether it is loaded. */
  #refresh(isTouched: (first: Observation) => boolean): void {
    for (const group of this.#observations.all()) {
      const [first] = group;
      if (first === undefined || !isTouched(first)) continue;
      this.#sources.snapshots.drop(first.key);
      if (!hasState(first.resource)) continue;
      for (const observation of group) if (observation.outdate()) void this.#reload(observation);
    }
  }

  async #reload(observation: Observation): Promise<void> {
    try {
      await sendState(this.#sources, observation, undefined, false);
    } catch (error) {
      if (!observation.isEnded) this.#fail(observation.observer, observation.id, error);
    }
  }

  #fail(observer: Observer, observeId: string, error: unknown): void {
    this.#observations.end(observer, observeId);
    observer.sendObserveError(observeId, error);
  }
}

function hasState({ snapshot }: Resource): boolean {
  return snapshot !== undefined;
}
