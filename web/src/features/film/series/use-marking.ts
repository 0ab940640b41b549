import type { SkippedPart, SkippedParts } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { type MarkDraft, markOf, type PartKind } from './mark-draft.ts';

/** Marks parts for the series and erases marks; each can be undone. [WSE4] */
export function useMarking(parts: SkippedParts) {
  const { t } = useTranslation('series');
  const { room } = useRoom();
  const errorText = useErrorText('skipped-parts');
  const onError = (error: unknown) => showToast(errorText(error), 'danger');
  const meant = { room_id: room.roomId, media_id: parts.media_id };
  const mark = ({ kind, from = 0, to = 0 }: MarkDraft) =>
    room.api.call('SkippedPartsService.MarkPart', { ...meant, kind, start_seconds: from, end_seconds: to });
  const remove = (kind: PartKind) => room.api.call('SkippedPartsService.ErasePartMark', { ...meant, kind });
  /** Brings back the mark that there was before, or none. */
  const undo = (kind: PartKind, before: SkippedPart | undefined) => ({
    label: t('mark.undo'),
    run: () =>
      void (before ? mark({ kind, from: before.start_seconds, to: before.end_seconds }) : remove(kind)).catch(onError),
  });
  const keep = useMutation({
    mutationFn: mark,
    onMutate: ({ kind }) => markOf(kind, parts),
    onSuccess: (_, { kind }, before) => showToast(t(`mark.kept.${kind}`), 'plain', undo(kind, before)),
    onError,
  });
  const erase = useMutation({
    mutationFn: remove,
    onMutate: (kind) => markOf(kind, parts),
    // Where the chapters of the episode take the place of the mark, this page does not know where it was.
    onSuccess: (_, kind, before) => showToast(t(`mark.erased.${kind}`), 'plain', before && undo(kind, before)),
    onError,
  });
  return { keep, erase };
}
