import type { VoiceParticipant } from '@matinee/contract/gen/api.ts';
import { makeStore, type Store } from '../../../../client/store.ts';
import type { CallState } from './call.ts';

/** A person has joined or left. Each arrival is a new object. */
export interface Arrival {
  readonly what: 'joined' | 'left';
  readonly principalId: string;
  readonly name: string;
}

export interface Arrivals {
  readonly last: Store<Arrival | undefined>;
  close(): void;
}

type List = readonly VoiceParticipant[] | undefined;

/** The people who joined or left between two lists. Devices of one person are not distinguished. Pure. [WVO13] */
export function arrivalsBetween(before: List, after: List): readonly Arrival[] {
  if (!before || !after) return [];
  const missing = (from: readonly VoiceParticipant[], what: Arrival['what'], of: readonly VoiceParticipant[]) => {
    const ids = new Set(of.map(({ principal_id }) => principal_id));
    return from
      .filter(({ principal_id }) => !ids.has(principal_id))
      .map(({ principal_id: principalId, display_name: name }) => ({ what, principalId, name }));
  };
  return [...missing(after, 'joined', before), ...missing(before, 'left', after)];
}

export interface ArrivalParts {
  readonly state: Store<CallState>;
  readonly list: Store<List>;
  /** The person at this page. `state` shows when they join or leave. */
  readonly self: Store<string | undefined>;
  readonly tell: (what: Arrival['what']) => void;
}

/** Reports others who join or leave while this page is in voice. */
export function watchArrivals({ state, list, self, tell }: ArrivalParts): Arrivals {
  const last = makeStore<Arrival | undefined>(undefined);
  let before: List;
  let wasIn = false;

  function follow(): void {
    const after = list.get();
    const isIn = state.get().is === 'in';
    const all = isIn && wasIn ? arrivalsBetween(before, after) : [];
    const arrivals = all.filter(({ principalId }) => principalId !== self.get());
    for (const arrival of arrivals) last.set(arrival);
    const [first] = arrivals;
    if (first) tell(first.what);
    before = after;
  }

  function followState(): void {
    const { is } = state.get();
    if (is === 'in' && !wasIn) tell('joined');
    if (is === 'idle' && wasIn) tell('left');
    if (is !== 'reconnecting') wasIn = is === 'in';
  }

  const ends = [list.subscribe(follow), state.subscribe(followState)];
  return {
    last,
    close() {
      for (const end of ends) end();
    },
  };
}
