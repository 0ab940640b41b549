import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { useEffect, useRef } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { type RoomSuggestions, suggestions, suggestionsInSight } from './resources.ts';

/**
 * Notifies people who may add items of suggestions, authors of the outcome of theirs, and all of a draw. [WSG4]
 * [WSG5]
 */
export function SuggestionToasts() {
  const { t } = useTranslation('suggestions');
  const { room, self, showPanel } = useRoom();
  const all = useResource(room, suggestions);
  /** Remove the toasts of pending suggestions. */
  const removers = useRef(new Map<string, () => void>());
  const before = useRef<RoomSuggestions>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only changes are told, not new words
  useEffect(() => {
    const known = before.current;
    before.current = all;
    if (!known || !all) return;
    const mayTake = self.permissions.has('manage_own_media') && !suggestionsInSight.get();
    const action = { label: t('toast.show'), run: () => showPanel('library') };
    for (const { id, suggester_id, suggester_display_name: user, name } of all.waiting) {
      const isNew = mayTake && suggester_id !== self.id && !known.waiting.some((earlier) => earlier.id === id);
      if (isNew) removers.current.set(id, showToast(t('toast.new', { user, name: shownTitle(name) }), 'plain', action));
    }
    for (const { suggestion, outcome } of all.former) {
      removers.current.get(suggestion.id)?.();
      const isTold = known.former.some((earlier) => earlier.suggestion.id === suggestion.id);
      if (outcome === 'drawn' && !isTold) {
        const { name, suggester_display_name: user } = suggestion;
        showToast(t('toast.drawn', { name: shownTitle(name), user }));
      }
      const isAnswer = outcome === 'taken' || outcome === 'declined';
      if (isAnswer && !isTold && suggestion.suggester_id === self.id)
        showToast(t(`toast.${outcome}`, { name: shownTitle(suggestion.name) }));
    }
  }, [all]);
  return null;
}
