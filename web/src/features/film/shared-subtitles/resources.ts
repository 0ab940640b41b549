import type { SharedSubtitles } from '@matinee/contract/gen/api.ts';
import { defineResource } from '../../../client/room/resource.ts';

/** The subtitles that members have given to everybody, for all items of the room, oldest first. [WSA1] */
export const sharedSubtitles = defineResource({
  observe: 'sharedSubtitles',
  changed: 'sharedSubtitles',
  merge: (held: readonly SharedSubtitles[] | undefined, change, isSnapshot): readonly SharedSubtitles[] => {
    if (isSnapshot) return change.shared_subtitles;
    const gone = new Set([...change.deleted_ids, ...change.shared_subtitles.map(({ id }) => id)]);
    return [...(held ?? []).filter(({ id }) => !gone.has(id)), ...change.shared_subtitles];
  },
});
