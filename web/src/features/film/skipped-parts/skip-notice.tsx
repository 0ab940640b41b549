import type { SkipAhead } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import type { RoomConnection } from '../../../client/room/room.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useSecondsUntil } from '../../../room/use-seconds.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';

interface SkipNoticeProps {
  readonly room: RoomConnection;
  readonly mediaId: string;
  readonly ahead: SkipAhead;
  /** True: this person may keep the part, for everybody. */
  readonly mayKeep: boolean;
}

/** Says that the room is about to skip a part by itself. A press keeps it. [WSE5] */
export function SkipNotice({ room, mediaId, ahead, mayKeep }: SkipNoticeProps) {
  const { t } = useTranslation('series');
  const errorText = useErrorText('skipped-parts');
  const seconds = useSecondsUntil(ahead.at_ms);
  const keep = useMutation({
    mutationFn: () =>
      room.api.call('SkippedPartsService.KeepPart', {
        room_id: room.roomId,
        media_id: mediaId,
        start_seconds: ahead.start_seconds,
      }),
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  return (
    <section
      aria-label={t('ahead.title')}
      className="absolute end-3 bottom-24 z-10 flex max-w-[min(90%,24rem)] animate-rise flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-card bg-black/80 py-2 ps-4 pe-2 text-sm text-white shadow-raised"
    >
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span role="status">{t(`ahead.${ahead.kind}`)}</span> {/* Screen readers do not read out each second. */}
        <span aria-hidden="true" className="font-semibold whitespace-nowrap tabular-nums">
          {t('ahead.seconds', { seconds })}
        </span>
      </p>
      {mayKeep && (
        <Button busy={keep.isPending} onClick={() => keep.mutate()}>
          {t('ahead.keep')}
        </Button>
      )}
    </section>
  );
}
