import { useOffer, useSilence } from '../../../room/room-offers.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { remote } from './people.ts';

/**
 * Asks for the remote with a line in the chat, which notifies the people who may grant it. Undefined: the person has
 * the remote, or may not write. [WM4]
 */
export function useAskForRemote(): (() => void) | undefined {
  const { t } = useTranslation('members');
  const { self } = useRoom();
  const { say } = useOffer('useSpeech', useSilence)();
  if (!say || remote.every((permission) => self.permissions.has(permission))) return undefined;
  return () => say(t('mayIHaveTheRemote'), { asks_for: 'remote' });
}
