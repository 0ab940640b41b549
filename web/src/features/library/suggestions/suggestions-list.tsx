import type { Suggestion } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { ChevronDown, Dices } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ScrollRegion } from '../../../ui/lists/scroll-region.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { suggestions, suggestionsInSight } from './resources.ts';
import { SuggestionRow } from './suggestion-row.tsx';

export interface SuggestionsListProps {
  /** True while the playlist is in view. */
  readonly isShown: boolean;
  /**
   * Accepts a suggestion into the shown playlist.
   * @throws ApiError
   */
  readonly onTake: (suggestion: Suggestion) => Promise<unknown>;
  /**
   * Draws one suggestion by lot and accepts it.
   * @throws ApiError
   */
  readonly onDraw: () => Promise<unknown>;
}

/** The pending suggestions, above the playlist. [WSG2] [WSG3] [WSG5] */
export function SuggestionsList({ isShown, onTake, onDraw }: SuggestionsListProps) {
  const { t } = useTranslation('suggestions');
  const { room, self } = useRoom();
  const waiting = useResource(room, suggestions)?.waiting ?? [];
  const [isOpen, setOpen] = useState(true);
  const listId = useId();
  useEffect(() => {
    suggestionsInSight.set(isShown);
    return () => suggestionsInSight.set(false);
  }, [isShown]);
  if (waiting.length === 0) return null;
  return (
    <section aria-label={t('title')} className="flex max-h-[40%] shrink-0 flex-col border-b border-border">
      <div className="flex items-center">
        <h3 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-11 w-full items-center gap-2 px-5 text-start text-sm font-semibold hover:bg-surface-2"
          >
            <span className="flex-1">{t('title')}</span>
            <span className="rounded-full bg-surface-3 px-2 py-0.5 text-xs tabular-nums">{waiting.length}</span>
            <ChevronDown size={18} aria-hidden="true" className={classNames('shrink-0', isOpen && 'rotate-180')} />
          </button>
        </h3>
        {waiting.length > 1 && self.permissions.has('manage_own_media') && <DrawButton onDraw={onDraw} />}
      </div>
      <div id={listId} hidden={!isOpen} className={classNames('min-h-0', isOpen && 'flex flex-1 flex-col')}>
        <ScrollRegion label={t('title')} className="px-2 pb-2">
          <ul>
            {waiting.map((suggestion) => (
              <WaitingRow key={suggestion.id} suggestion={suggestion} onTake={onTake} />
            ))}
          </ul>
        </ScrollRegion>
      </div>
    </section>
  );
}

/** Draws by lot. All people in the room are notified of the result. */
function DrawButton({ onDraw }: Pick<SuggestionsListProps, 'onDraw'>) {
  const { t } = useTranslation('suggestions');
  const errorText = useErrorText('suggestions');
  const drawing = useMutation({ mutationFn: onDraw, onError: (error) => showToast(errorText(error), 'danger') });
  return (
    <IconButton
      label={t('draw')}
      tooltip="end"
      disabled={drawing.isPending}
      icon={<Dices size={18} aria-hidden="true" />}
      onClick={() => drawing.mutate()}
    />
  );
}

interface WaitingRowProps extends Pick<SuggestionsListProps, 'onTake'> {
  readonly suggestion: Suggestion;
}

/** A suggestion, and the actions that this person may perform on it. */
function WaitingRow({ suggestion, onTake }: WaitingRowProps) {
  const { room, self } = useRoom();
  const errorText = useErrorText('suggestions');
  const onError = (error: Error) => showToast(errorText(error), 'danger');
  const taking = useMutation({ mutationFn: () => onTake(suggestion), onError });
  const removing = useMutation({
    mutationFn: () =>
      room.api.call('SuggestionsService.DeleteSuggestion', { room_id: room.roomId, suggestion_id: suggestion.id }),
    onError,
  });
  const isOwn = suggestion.suggester_id === self.id;
  const mayTake = self.permissions.has('manage_own_media');
  const isBusy = taking.isPending || removing.isPending;
  return (
    <SuggestionRow
      {...{ suggestion, isOwn, isBusy }}
      onTake={mayTake ? () => taking.mutate() : undefined}
      onRemove={isOwn || mayTake ? () => removing.mutate() : undefined}
    />
  );
}
