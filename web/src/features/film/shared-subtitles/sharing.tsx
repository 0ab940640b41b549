import { useMutation } from '@tanstack/react-query';
import { Undo2, Users } from 'lucide-react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';

export interface ShareSubtitlesProps {
  readonly mediaId: string;
  readonly name: string;
  readonly language: string;
  /** The text of the file, as this person reads it. */
  readonly readText: () => Promise<string>;
  readonly onShared: () => void;
}

/** Gives this person's own subtitles to everybody who watches the item. Nothing for those who may not. [WSA2] */
export function ShareSubtitles({ mediaId, name, language, readText, onShared }: ShareSubtitlesProps) {
  const { t } = useTranslation('shared-subtitles');
  const errorText = useErrorText('shared-subtitles');
  const { room, self } = useRoom();
  const share = useMutation({
    mutationFn: async () => {
      const request = { room_id: room.roomId, media_id: mediaId, name, language, text: await readText() };
      return room.api.call('SharedSubtitlesService.ShareSubtitles', request);
    },
    onSuccess: () => {
      onShared();
      showToast(t('shared', { name }));
    },
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  if (!self.permissions.has('manage_own_media')) return null;
  return (
    <Button busy={share.isPending} icon={<Users size={16} aria-hidden="true" />} onClick={() => share.mutate()}>
      {t('share')}
    </Button>
  );
}

export interface TakeBackSubtitlesProps {
  readonly id: string;
  readonly creatorId: string;
}

/** Takes subtitles back from everybody. Nothing for those who may not. [WSA3] */
export function TakeBackSubtitles({ id, creatorId }: TakeBackSubtitlesProps) {
  const { t } = useTranslation('shared-subtitles');
  const errorText = useErrorText('shared-subtitles');
  const { room, self } = useRoom();
  const takeBack = useMutation({
    mutationFn: () =>
      room.api.call('SharedSubtitlesService.DeleteSharedSubtitles', { room_id: room.roomId, subtitles_id: id }),
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  if (self.id !== creatorId && !self.permissions.has('delete_media')) return null;
  return (
    <Button busy={takeBack.isPending} icon={<Undo2 size={16} aria-hidden="true" />} onClick={() => takeBack.mutate()}>
      {t('takeBack')}
    </Button>
  );
}
