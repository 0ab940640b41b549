import { MessageSquareText, PinOff } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { Dialog } from '../../../../ui/dialogs/dialog.tsx';
import { lazily } from '../../../../ui/lazily.tsx';
import { MemberAvatar } from '../../../people/members/member-avatar.port.tsx';
import { useGoTo } from '../chat.ts';
import { useMessageActions, useMessageRights } from '../list/message-actions.ts';
import { MessageText } from '../text/message-text.tsx';
import { PinNote } from './pin-note.tsx';
import { usePins } from './use-pins.ts';

const MessageFiles = lazily(() => import('../../chat-files/message-files.tsx').then((module) => module.MessageFiles));

/** All pinned messages, with who pinned them. [WC12] */
export function PinsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('chat-finding');
  const pins = usePins();
  const rightsOf = useMessageRights();
  const { unpin } = useMessageActions();
  const goTo = useGoTo();
  return (
    <Dialog title={t('pins')} isOpen onClose={onClose}>
      {pins.length === 0 && <p className="text-muted">{t('noPins')}</p>}
      <ul className="grid grid-cols-1 gap-4">
        {pins.map(({ message, pinned_by_display_name, note }) =>
          message ? (
            <li key={message.id} className="flex gap-3">
              <MemberAvatar id={message.user_id} name={message.display_name} picture={message.avatar} />
              <div className="min-w-0 flex-1">
                <p className="text-sm font-semibold">
                  <bdi>{message.display_name}</bdi>
                </p>
                {message.content !== '' && <MessageText content={message.content} mentions={message.mentions} />}
                <Suspense>
                  {message.attachments.length > 0 && <MessageFiles attachments={message.attachments} isReached />}
                </Suspense>
                <p className="text-xs text-muted">
                  {t('pinnedBy', { user: pinned_by_display_name })} <span dir="auto">{note}</span>
                </p>
                {rightsOf(message).mayPin && <PinNote message={message} note={note} />}
              </div>
              <IconButton
                label={t('showPin')}
                tooltip="end"
                icon={<MessageSquareText size={18} aria-hidden="true" />}
                onClick={() => {
                  onClose();
                  goTo(message.id);
                }}
              />
              {rightsOf(message).mayPin && (
                <IconButton
                  label={t('unpin')}
                  tooltip="end"
                  icon={<PinOff size={18} aria-hidden="true" />}
                  onClick={() => void unpin(message)}
                />
              )}
            </li>
          ) : null,
        )}
      </ul>
    </Dialog>
  );
}
