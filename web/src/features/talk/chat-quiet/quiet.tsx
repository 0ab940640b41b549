import { useMutation } from '@tanstack/react-query';
import { MessageSquareOff } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';

/**
 * Says that the chat is quiet while a film plays. People who may change the settings can switch this with one press.
 * [WCQ1]
 */
export function Quiet() {
  const { t } = useTranslation('chat-quiet');
  const { settings, self } = useRoom();
  const isOn = settings?.quiet_while_playing === true;
  if (settings?.chat_enabled === false) return null;
  return (
    <>
      {isOn && <Chip tone="accent">{t('on')}</Chip>}
      {self.permissions.has('manage_room_settings') && <QuietButton isOn={isOn} />}
    </>
  );
}

function QuietButton({ isOn }: { readonly isOn: boolean }) {
  const { t } = useTranslation('chat-quiet');
  const { info } = useRoom();
  const { api } = useSession();
  const errorText = useErrorText('chat-quiet');
  const change = useMutation({
    mutationFn: (quiet_while_playing: boolean) =>
      api.call('RoomService.UpdateRoomSettings', { room_id: info.id, settings: { quiet_while_playing } }),
    onSuccess: (_, isQuiet) => showToast(t(isQuiet ? 'begun' : 'ended')),
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  return (
    <IconButton
      label={t('button')}
      tooltip="end"
      aria-pressed={isOn}
      disabled={change.isPending}
      className="-outline-offset-2"
      icon={<MessageSquareOff size={18} aria-hidden="true" />}
      onClick={() => change.mutate(!isOn)}
    />
  );
}
