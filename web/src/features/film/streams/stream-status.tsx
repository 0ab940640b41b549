import type { GetRoomStreamInfoResponse, LiveStreamFacts, Media } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useSecondsSince } from '../../../room/use-seconds.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { formatTime } from '../playback/format-time.port.ts';
import { codecsOf, rateOf, sizeOf } from './words.port.ts';

export interface StreamStatusProps {
  readonly media: Media;
  readonly info: GetRoomStreamInfoResponse;
}

/** Says whether the stream arrives, and in which form. People who may send can also end it. [WLS3] [WLS4] */
export function StreamStatus({ media, info: { stream, facts } }: StreamStatusProps) {
  const { t } = useTranslation('streams');
  const chip = !stream ? 'status.offAir' : stream.interrupted_at ? 'interrupted.title' : 'status.onAir';
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card border border-border p-3">
      <div className="grid min-w-0 flex-1 gap-1">
        <div role="status" className="grid gap-1">
          <span>
            <Chip tone={chip === 'status.onAir' ? 'good' : 'plain'}>{t(chip)}</Chip>
          </span>
          {stream && <span className="text-sm text-muted">{t('status.by', { name: stream.publisher_name })}</span>}
        </div>
        {facts && stream?.started_at && <Figures facts={facts} startedAt={stream.started_at} />}
      </div>
      {stream && <EndStream media={media} />}
    </div>
  );
}

/** Not a live region, because the figures change all the time. */
function Figures({ facts, startedAt }: { readonly facts: LiveStreamFacts; readonly startedAt: string }) {
  const { t, i18n } = useTranslation('streams');
  const time = t('status.since', { time: formatTime(useSecondsSince(Date.parse(startedAt))) });
  const words = [time, sizeOf(facts), codecsOf(facts), rateOf(facts.bits_per_second, i18n.locale)];
  return <span className="text-sm text-muted tabular-nums">{words.filter((word) => word !== '').join(' · ')}</span>;
}

function EndStream({ media }: { readonly media: Media }) {
  const { t } = useTranslation('streams');
  const { api } = useSession();
  const { room } = useRoom();
  const errorText = useErrorText();
  const [isAsked, setAsked] = useState(false);
  const end = useMutation({
    mutationFn: () => api.call('RoomService.KickRoomStream', { room_id: room.roomId, media_id: media.id }),
    onError: (error) => showToast(errorText(error), 'danger'),
    onSettled: () => setAsked(false),
  });
  return (
    <>
      <Button kind="danger" onClick={() => setAsked(true)}>
        {t('end.action')}
      </Button>
      <ConfirmDialog
        title={t('end.title')}
        text={t('end.text')}
        action={t('end.action')}
        isOpen={isAsked}
        isBusy={end.isPending}
        onConfirm={() => end.mutate()}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
