import { useTranslation } from '../../texts/use-translation.ts';
import { classNames } from '../../ui/class-names.ts';
import { Avatar } from '../../ui/signs/avatar.tsx';
import type { MessageGroup } from './group.ts';
import { linkify } from './linkify.ts';

export interface MessageGroupViewProps {
  readonly group: MessageGroup;
  readonly isOwn: boolean;
}

/** Name and time once, then the messages. */
export function MessageGroupView({ group, isOwn }: MessageGroupViewProps) {
  const { t, i18n } = useTranslation('chat');
  return (
    <article className="flex gap-3 py-1.5">
      <Avatar id={group.userId} name={group.username} size="small" />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2 text-sm">
          <bdi className={classNames('truncate font-semibold', isOwn && 'text-accent-text')}>
            {group.username}
            {isOwn && <span className="sr-only"> ({t('you')})</span>}
          </bdi>
          <time dateTime={group.startedAt.toISOString()} className="shrink-0 text-xs text-muted">
            {group.startedAt.toLocaleTimeString(i18n.language, { hour: '2-digit', minute: '2-digit' })}
          </time>
        </p>
        {group.messages.map((message) => (
          <MessageText key={message.id} content={message.content} />
        ))}
      </div>
    </article>
  );
}

/** What somebody wrote, with its addresses as links that tell the other site nothing about this one. */
export function MessageText({ content }: { readonly content: string }) {
  return (
    <p dir="auto" className="leading-snug whitespace-pre-wrap wrap-anywhere">
      {linkify(content).map((piece, index) =>
        piece.href ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
            key={index}
            href={piece.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-accent-text underline underline-offset-2"
          >
            {piece.text}
          </a>
        ) : (
          piece.text
        ),
      )}
    </p>
  );
}

export function DayLine({ date }: { readonly date: Date }) {
  const { i18n } = useTranslation('chat');
  return (
    <p className="py-2 text-center text-xs text-muted">
      {date.toLocaleDateString(i18n.language, { weekday: 'long', day: 'numeric', month: 'long' })}
    </p>
  );
}

export function UnreadLine() {
  const { t } = useTranslation('chat');
  return (
    <p className="flex items-center gap-3 py-2 text-xs font-medium text-accent-text before:h-px before:flex-1 before:bg-accent-text after:h-px after:flex-1 after:bg-accent-text">
      {t('new')}
    </p>
  );
}
