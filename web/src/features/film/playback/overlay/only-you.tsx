import type { Media } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useSession } from '../../../../client/session/session.tsx';
import { useErrorText } from '../../../../client/words/error-text.ts';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { showToast } from '../../../../ui/signs/toast.tsx';
import { useOnlineCount } from '../../../people/members/online.port.ts';
import { accountOf, isShared, shared } from '../source-accounts.port.ts';

/**
 * Tells the person who plays an item from their own account that the others cannot watch it. One press shares it.
 * [SY70]
 */
export function OnlyYou({ media }: { readonly media: Media }) {
  const { t } = useTranslation('playback');
  const { self, room } = useRoom();
  const { api } = useSession();
  const errorText = useErrorText();
  const isAlone = useOnlineCount() < 2;
  const { source } = media;
  const sharing = useMutation({
    mutationFn: (mine: NonNullable<Media['source']>) =>
      api.call('RoomService.EditMedia', {
        room_id: room.roomId,
        media_id: media.id,
        source: shared(mine),
        expected_version: media.version,
      }),
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  if (isAlone || source === undefined || media.creator_id !== self.id) return null;
  if (accountOf(source) === undefined || isShared(source)) return null;
  return (
    <div
      role="status"
      className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-x-3 gap-y-1 rounded-card border border-border bg-surface/95 px-4 py-2 text-sm shadow-raised"
    >
      <Users size={18} aria-hidden="true" className="shrink-0 text-accent-text" />
      <span className="min-w-0 text-balance">{t('onlyYou.text')}</span>
      <Button kind="primary" busy={sharing.isPending} onClick={() => sharing.mutate(source)}>
        {t('onlyYou.share')}
      </Button>
    </div>
  );
}
