import type { FilmReaction, FilmReactions } from '@matinee/contract/gen/api.ts';
import { defineResource } from '../../../client/room/resource.ts';

/** The reactions of the last change; another object each time. */
export const recentReactions = defineResource({
  observe: 'filmReactions',
  changed: 'filmReactions',
  resume: 'snapshot',
  merge: (_: readonly FilmReaction[] | undefined, { reactions }: FilmReactions): readonly FilmReaction[] => [
    ...reactions,
  ],
});
