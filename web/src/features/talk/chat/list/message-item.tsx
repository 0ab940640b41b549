import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { memo, Suspense } from 'react';
import { useTitles } from '../../../../client/words/titles.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import { MemberAvatar } from '../../../people/members/member-avatar.port.tsx';
import { useMemberName } from '../../../people/members/people.port.ts';
import type { MessageQuestionProps } from './message-question.tsx';
import { MessageRow } from './message-row.tsx';

const Receipts = lazily(() => import('../../chat-finding/receipts.tsx').then((module) => module.Receipts));

export interface MessageItemProps {
  readonly message: ChatMessage;
  /** True: name and time are shown above it. */
  readonly startsGroup: boolean;
  readonly startsDay: boolean;
  /** The people who joined one after another, if the message lists them. */
  readonly joined: readonly string[] | undefined;
  /** True: a later row says the same too. */
  readonly isFolded: boolean;
  readonly isOwn: boolean;
  readonly isFirstUnread: boolean;
  /** The message with visible tools. */
  readonly isActive: boolean;
  /** Where Tab enters the list. */
  readonly isTabStop: boolean;
  /** The message that it answers, if it is loaded. */
  readonly answered: ChatMessage | undefined;
  /** True for one's own last message, which lists its readers. */
  readonly hasReceipts: boolean;
  readonly onActive: (id: string | undefined) => void;
  readonly onAsk: (about: MessageQuestionProps) => void;
}

/** A row of the list: a message, and the lines above it. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { message, startsGroup, startsDay, joined, isFolded, isOwn, isFirstUnread, ...shown } = props;
  const { isActive, isTabStop, hasReceipts, ...rest } = shown;
  return (
    <div data-row={message.id} className="flow-root">
      {startsDay && <DayLine date={new Date(message.created_at ?? 0)} />}
      {isFirstUnread && <UnreadLine />}
      {message.system ? (
        !isFolded && <NoticeLine message={message} joined={joined} />
      ) : (
        <article className={classNames('relative ps-10', startsGroup && 'pt-1.5')}>
          {startsGroup && <NameLine message={message} isOwn={isOwn} />}
          <MessageRow message={message} isActive={isActive} isTabStop={isTabStop} {...rest} />
          <Suspense>{hasReceipts && <Receipts message={message} />}</Suspense>
        </article>
      )}
    </div>
  );
});

function NameLine({ message, isOwn }: { readonly message: ChatMessage; readonly isOwn: boolean }) {
  const { t, i18n } = useTranslation('chat');
  const name = useMemberName(message.user_id, message.display_name);
  const sentAt = new Date(message.created_at ?? 0);
  return (
    <>
      <span className="absolute start-0 top-1.5">
        <MemberAvatar id={message.user_id} name={message.display_name} picture={message.avatar} />
      </span>
      <p className="flex items-baseline gap-2 text-sm">
        <bdi className={classNames('relative truncate font-semibold', isOwn && 'text-accent-text')}>
          {name}
          {isOwn && <span className="sr-only"> ({t('you')})</span>}
        </bdi>
        <time dateTime={sentAt.toISOString()} className="shrink-0 text-xs text-muted">
          {sentAt.toLocaleTimeString(i18n.locale, { timeStyle: 'short' })}
        </time>
      </p>
    </>
  );
}

/** Maximum number of names in a list of people who joined. */
const mostNamed = 3;

/** Texts of the notices, by kind. */
const noticeTexts: Readonly<Record<string, string>> = {
  playback_changed: 'startedItem',
  poll_opened: 'pollOpened',
  poll_ended: 'pollEnded',
  owner_changed: 'ownerChanged',
};

/** A notice of the server: who joined, who started an item, or the result of a poll. */
function NoticeLine({
  message,
  joined = [],
}: Pick<MessageItemProps, 'message'> & Partial<Pick<MessageItemProps, 'joined'>>) {
  const { t, i18n } = useTranslation('chat');
  const { display_name: user, system: { kind = 'joined', media_name: title = '' } = {} } = message;
  const name = useTitles(title !== '')(title);
  const users = () => {
    const named = joined.length > mostNamed + 1 ? joined.slice(-mostNamed) : joined;
    const count = joined.length - named.length;
    return new Intl.ListFormat(i18n.locale).format(count > 0 ? [...named, t('others', { count })] : named);
  };
  return (
    <p className="py-1 text-center text-xs text-muted wrap-anywhere">
      {joined.length > 1 ? t('joinedTogether', { users: users() }) : t(noticeTexts[kind] ?? 'joined', { user, name })}
    </p>
  );
}

function DayLine({ date }: { readonly date: Date }) {
  const { i18n } = useTranslation('chat');
  return (
    <p className="py-2 text-center text-xs text-muted">
      {date.toLocaleDateString(i18n.locale, { weekday: 'long', day: 'numeric', month: 'long' })}
    </p>
  );
}

function UnreadLine() {
  const { t } = useTranslation('chat');
  return (
    <p className="flex items-center gap-3 py-2 text-xs font-medium text-accent-text before:h-px before:flex-1 before:bg-accent-text after:h-px after:flex-1 after:bg-accent-text">
      {t('new')}
    </p>
  );
}
