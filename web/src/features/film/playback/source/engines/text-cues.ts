import type { Cue } from '@matinee/subtitles/cue.ts';
import { makeStore, type Store } from '../../../../../client/store.ts';

/** Most cues that are kept at once. A live stream goes on bringing new ones; older ones go. */
const mostKept = 2_000;

/** The cues of the chosen text track, as its segments bring them. */
export interface TextCues {
  readonly store: Store<readonly Cue[]>;
  add(cues: readonly Cue[]): void;
  /** Forgets all cues: another track is chosen. */
  clear(): void;
}

/** Segments may repeat cues of their neighbours; each is kept once. */
export function makeTextCues(): TextCues {
  const store = makeStore<readonly Cue[]>([]);
  const keyOf = ({ start, end, text }: Cue) => `${start.toFixed(3)} ${end.toFixed(3)} ${text}`;
  const known = new Set<string>();
  return {
    store,
    add(cues) {
      const fresh = cues.filter((cue) => !known.has(keyOf(cue)));
      if (fresh.length === 0) return;
      const kept = [...store.get(), ...fresh].slice(-mostKept);
      known.clear();
      for (const cue of kept) known.add(keyOf(cue));
      store.set(kept);
    },
    clear() {
      known.clear();
      if (store.get().length > 0) store.set([]);
    },
  };
}
