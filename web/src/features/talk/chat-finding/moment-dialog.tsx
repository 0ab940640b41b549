import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import { type RoomDialog, useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { formatTime } from '../../film/playback/format-time.port.ts';
import { usePlaybackState } from '../../film/playback/playback.port.ts';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { MessageResults } from './message-results.tsx';

/** How far before and after a moment messages are shown, in seconds. */
const reach = 120;

/** Makes the dialog with the messages around a moment of the film. */
export function momentDialog(seconds: number): RoomDialog {
  return ({ onClose }) => <MomentDialog seconds={seconds} onClose={onClose} />;
}

/** The messages from the minutes around a moment of the current film, whenever they were sent. [WC17] */
function MomentDialog({ seconds, onClose }: { readonly seconds: number; readonly onClose: () => void }) {
  const { t } = useTranslation('chat-finding');
  const { room, info, showPanel } = useRoom();
  const { api } = useSession();
  const state = usePlaybackState(room);
  const mediaId = state?.media_id;
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['chat-moment', info.id, mediaId, state?.target_hash, seconds],
    queryFn: () =>
      api.call('RoomService.GetChatPlaybackMessages', {
        room_id: info.id,
        playback_media_id: mediaId ?? '',
        ...(state?.target_hash ? { playback_target_hash: state.target_hash } : {}),
        from_seconds: Math.max(0, seconds - reach),
        to_seconds: seconds + reach,
      }),
    enabled: mediaId !== undefined,
    gcTime: 0,
  });
  const messages = data?.messages ?? [];
  const title = t('aroundMoment', { time: formatTime(seconds) });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {isLoading && <Skeleton className="h-12 w-4/5" />}
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {!isLoading && error === null && messages.length === 0 && (
        <EmptyState icon={<MessageCircle aria-hidden="true" />} title={t('nothingSaid')} text={t('nothingSaidText')} />
      )}
      <MessageResults
        label={title}
        messages={messages}
        areOfFilm
        onGo={() => {
          onClose();
          showPanel('chat');
        }}
      />
    </Dialog>
  );
}
