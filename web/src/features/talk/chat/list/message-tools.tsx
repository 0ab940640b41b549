import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { Clapperboard, Ellipsis, Pencil, Pin, PinOff, Reply, SmilePlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { Menu } from '../../../../ui/buttons/menu.tsx';
import type { MenuEntry } from '../../../../ui/buttons/menu-popup.tsx';
import { useReportEntry } from '../../../people/reports/report-entry.port.tsx';
import { MomentButton } from '../../chat-finding/moment-button.tsx';
import { momentDialog } from '../../chat-finding/moment-dialog.tsx';
import { useMoment } from '../../chat-finding/use-moment.ts';
import { useForwardEntries } from '../../chat-forwarding/forward-entry.tsx';
import { useWriting } from '../chat-scope.tsx';
import { type MessageRights, useMessageActions } from './message-actions.ts';
import type { MessageQuestionProps } from './message-question.tsx';
import { useReactionKeys, usualReactions } from './reaction-keys.ts';

export interface MessageToolsProps {
  readonly message: ChatMessage;
  readonly rights: MessageRights;
  /** Asks about the message. The question is not drawn here: the tools disappear with the pointer. */
  readonly onAsk: (about: MessageQuestionProps) => void;
}

/** The actions on the message that has the pointer or the focus. [WC8] */
export function MessageTools({ message, rights, onAsk }: MessageToolsProps) {
  const { t } = useTranslation('chat');
  const { setWriting } = useWriting();
  const [isReacting, setReacting] = useState(false);
  const entries = useMenu(message, rights, () => onAsk({ kind: 'delete', message }));
  const { momentOf } = useMoment();
  const bar = useRef<HTMLDivElement>(null);
  const onMore = () => onAsk({ kind: 'react', message });
  useReactionKeys(bar, message, rights.mayReact, onMore);
  if (!rights.mayReact && entries.length === 0 && momentOf(message) === undefined) return null;
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('tools')}
      className="absolute end-1 -top-8 z-10 flex rounded-control border border-border bg-surface shadow-raised"
    >
      {!isReacting && <MomentButton message={message} />}
      {isReacting && <UsualReactions message={message} onDone={() => setReacting(false)} onMore={onMore} />}
      {!isReacting && rights.mayReact && (
        <IconButton
          label={t('addReaction')}
          tooltip="end"
          className="!size-9"
          icon={<SmilePlus size={18} aria-hidden="true" />}
          onClick={() => setReacting(true)}
        />
      )}
      {!isReacting && rights.mayReply && (
        <IconButton
          label={t('reply')}
          tooltip="end"
          className="!size-9"
          icon={<Reply size={18} aria-hidden="true" className="rtl:-scale-x-100" />}
          onClick={() => setWriting({ kind: 'reply', message })}
        />
      )}
      {!isReacting && entries.length > 0 && (
        <Menu
          trigger={
            <IconButton
              label={t('more')}
              tooltip="end"
              className="!size-9"
              icon={<Ellipsis size={18} aria-hidden="true" />}
            />
          }
          entries={entries}
        />
      )}
    </div>
  );
}

interface UsualReactionsProps extends Pick<MessageToolsProps, 'message'> {
  readonly onDone: () => void;
  /** Opens the choice of all emoji. */
  readonly onMore: () => void;
}

function UsualReactions({ message, onDone, onMore }: UsualReactionsProps) {
  const { t } = useTranslation('chat');
  const { toggleReaction } = useMessageActions();
  return (
    <>
      {usualReactions.map((key) => (
        <button
          key={key}
          type="button"
          aria-label={t('react', { key })}
          className="grid size-9 place-items-center rounded-control font-emoji text-lg hover:bg-surface-2 max-sm:size-8"
          onClick={() => {
            onDone();
            void toggleReaction(message, key);
          }}
        >
          {key}
        </button>
      ))}
      <IconButton
        label={t('moreReactions')}
        tooltip="end"
        className="!size-9"
        icon={<SmilePlus size={18} aria-hidden="true" />}
        onClick={() => {
          onDone();
          onMore();
        }}
      />
    </>
  );
}

function useMenu(message: ChatMessage, rights: MessageRights, onDelete: () => void): readonly MenuEntry[] {
  const { t } = useTranslation(['chat', 'chat-finding']);
  const { setWriting } = useWriting();
  const actions = useMessageActions();
  const { openDialog, self } = useRoom();
  const reportEntry = useReportEntry();
  const forwardEntries = useForwardEntries();
  const seconds = useMoment().momentOf(message);
  const item = (label: string, icon: MenuEntryIcon, onSelect: () => void): MenuEntry => ({
    kind: 'item',
    label,
    icon,
    onSelect,
  });
  return [
    ...(seconds === undefined
      ? []
      : [
          item(t('saidThen', { ns: 'chat-finding' }), <Clapperboard size={18} aria-hidden="true" />, () =>
            openDialog(momentDialog(seconds)),
          ),
        ]),
    ...(rights.mayEdit
      ? [item(t('edit'), <Pencil size={18} aria-hidden="true" />, () => setWriting({ kind: 'edit', message }))]
      : []),
    ...(rights.mayPin && message.pinned
      ? [item(t('unpin'), <PinOff size={18} aria-hidden="true" />, () => void actions.unpin(message))]
      : []),
    ...(rights.mayPin && !message.pinned
      ? [item(t('pin'), <Pin size={18} aria-hidden="true" />, () => void actions.pin(message))]
      : []),
    ...forwardEntries(message),
    ...(rights.mayDelete
      ? [{ ...item(t('delete'), <Trash2 size={18} aria-hidden="true" />, onDelete), danger: true } as MenuEntry]
      : []),
    ...(message.user_id === self.id ? [] : [reportEntry({ message_id: message.id }, message.content)]),
  ];
}

type MenuEntryIcon = Extract<MenuEntry, { kind: 'item' }>['icon'];
