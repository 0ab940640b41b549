import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { Pin, Reply } from 'lucide-react';
import { Suspense } from 'react';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import { summaryOf } from '../summary.ts';
import { MessageText } from '../text/message-text.tsx';
import { useMessageActions, useMessageRights } from './message-actions.ts';
import type { MessageQuestionProps } from './message-question.tsx';

const Reactions = lazily(() => import('./reactions.tsx').then((module) => module.Reactions));
const MessageFiles = lazily(() => import('../../chat-files/message-files.tsx').then((module) => module.MessageFiles));
const MessageTools = lazily(() => import('./message-tools.tsx').then((module) => module.MessageTools));

export interface MessageRowProps {
  readonly message: ChatMessage;
  /** The message that it answers; undefined: it answers none, or that message is not loaded. */
  readonly answered: ChatMessage | undefined;
  /** True for the one message with visible tools. */
  readonly isActive: boolean;
  /** True for the one message that Tab reaches. */
  readonly isTabStop: boolean;
  readonly onActive: (id: string | undefined) => void;
  /** Asks about the message: whether to delete it, or which emoji to react with. */
  readonly onAsk: (about: MessageQuestionProps) => void;
}

/**
 * One message of a group, with the message that it answers and its reactions. Its tools are shown while the pointer or
 * the focus is on it.
 */
export function MessageRow({ message, answered, isActive, isTabStop, onActive, onAsk }: MessageRowProps) {
  const { t } = useTranslation('chat');
  const { self } = useRoom();
  const rights = useMessageRights()(message);
  if (message.deleted) return <DeletedMessage message={message} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its tools are buttons of their own; this only shows them
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus shows them to the keyboard
    <div
      data-message={message.id}
      tabIndex={isTabStop ? 0 : -1}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onActive(message.id)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onActive(undefined)}
      onFocus={() => onActive(message.id)}
      onClick={() => onActive(message.id)}
      className={classNames(
        'relative -mx-2 rounded-control px-2 py-0.5 outline-offset-0 scroll-mt-10 scroll-mb-6',
        isActive && 'bg-surface-2',
      )}
    >
      {message.reply_to_message_id && (
        <Answered id={message.reply_to_message_id} message={answered} isActive={isActive} />
      )}
      {message.content !== '' && (
        <MessageText content={message.content} mentions={message.mentions} selfId={self.id} isReached={isActive} />
      )}
      <Suspense fallback={<div className="h-20" />}>
        {message.attachments.length > 0 && <MessageFiles attachments={message.attachments} isReached={isActive} />}
      </Suspense>
      <p className="flex items-center gap-2 text-xs text-muted empty:hidden">
        {message.edited_at && <span>{t('edited')}</span>}
        {message.pinned && (
          <span className="flex items-center gap-1">
            <Pin size={12} aria-hidden="true" />
            {t('pinned')}
          </span>
        )}
      </p>
      <Suspense>
        {message.reactions.length > 0 && (
          <Reactions message={message} isReached={isActive} mayReact={rights.mayReact} />
        )}
      </Suspense>
      <Suspense>{isActive && <MessageTools message={message} rights={rights} onAsk={onAsk} />}</Suspense>
    </div>
  );
}

/** The first line of the answered message. A press goes to it, even if it is not loaded. [WC14] */
function Answered({ id, message, isActive }: AnsweredProps) {
  const { t } = useTranslation('chat');
  const { goTo } = useMessageActions();
  const line = 'flex max-w-full items-center gap-1.5 text-xs text-muted';
  const icon = <Reply size={12} aria-hidden="true" className="shrink-0 rtl:-scale-x-100" />;
  if (message?.deleted) {
    return (
      <p className={line}>
        {icon}
        {t('answeredGone')}
      </p>
    );
  }
  return (
    <button
      type="button"
      tabIndex={isActive ? 0 : -1}
      onClick={() => void goTo(id)}
      className={classNames(line, 'min-h-6 hover:text-text')}
    >
      {icon}
      <bdi className="shrink-0 font-medium">{message?.display_name}</bdi>
      <span dir="auto" className="truncate">
        {message ? summaryOf(message, t) : t('answeredEarlier')}
      </span>
    </button>
  );
}

interface AnsweredProps {
  readonly id: string;
  /** Undefined: it is not loaded. */
  readonly message: ChatMessage | undefined;
  readonly isActive: boolean;
}

function DeletedMessage({ message }: { readonly message: ChatMessage }) {
  const { t } = useTranslation('chat');
  const text = message.delete_actor_id === message.user_id ? t('deleted') : t('deletedByHost');
  return (
    <p className="py-0.5 text-sm text-muted italic">
      {text}
      {message.delete_reason && <span dir="auto"> {t('deletedWhy', { reason: message.delete_reason })}</span>}
    </p>
  );
}
