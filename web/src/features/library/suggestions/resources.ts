import type { EndedSuggestion, Suggestion } from '@matinee/contract/gen/api.ts';
import { defineResource } from '../../../client/room/resource.ts';
import { makeStore } from '../../../client/store.ts';

/** A suggestion that is no longer pending, and its outcome. */
export interface FormerSuggestion {
  readonly suggestion: Suggestion;
  readonly outcome: EndedSuggestion['outcome'];
}

/** The suggestions of the room. */
export interface RoomSuggestions {
  /** Oldest first. */
  readonly waiting: readonly Suggestion[];
  /** The last ended suggestions since this page was opened, oldest first. */
  readonly former: readonly FormerSuggestion[];
}

/** Several may end before the page is drawn again. */
const mostFormer = 60;

/** [WSG2] [WSG4] */
export const suggestions = defineResource({
  observe: 'suggestions',
  changed: 'suggestions',
  merge: (held: RoomSuggestions | undefined, change, isSnapshot): RoomSuggestions => {
    if (isSnapshot) return { waiting: change.suggestions, former: held?.former ?? [] };
    const { waiting, former } = held ?? { waiting: [], former: [] };
    const outcomes = new Map(change.ended.map(({ id, outcome }) => [id, outcome]));
    const replaced = new Set(change.suggestions.map(({ id }) => id));
    const ended = waiting.flatMap((suggestion) => {
      const outcome = outcomes.get(suggestion.id);
      return outcome ? { suggestion, outcome } : [];
    });
    return {
      waiting: [...waiting.filter(({ id }) => !outcomes.has(id) && !replaced.has(id)), ...change.suggestions],
      former: [...former, ...ended].slice(-mostFormer),
    };
  },
});

/** True while the list is in view: toasts would then repeat it. */
export const suggestionsInSight = makeStore(false);
