import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { classNames } from '../../../ui/class-names.ts';

export interface ReactionsProps {
  readonly message: ChatMessage;
  /** True: Tab reaches them. */
  readonly isReached: boolean;
  /** Undefined: the person may not react. */
  readonly onToggle: ((key: string, enabled: boolean) => void) | undefined;
}

/** The reactions to a message, each with its number. A press adds one's own, or takes it back. [WC9] */
export function Reactions({ message, isReached, onToggle }: ReactionsProps) {
  const { t } = useTranslation('chat');
  if (message.reactions.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-wrap gap-1" aria-label={t('reactions')}>
      {message.reactions.map(({ reaction_key: key, count, reacted = false }) => (
        <li key={key}>
          <button
            type="button"
            tabIndex={isReached ? 0 : -1}
            disabled={!onToggle}
            aria-pressed={reacted}
            aria-label={t('reaction', { key, count })}
            onClick={() => onToggle?.(key, !reacted)}
            className={classNames(
              'flex min-h-7 items-center gap-1.5 rounded-full border px-2 text-sm tabular-nums transition-colors',
              reacted ? 'border-accent-text bg-surface-2 text-accent-text' : 'border-border text-muted',
              onToggle && 'hover:bg-surface-2',
            )}
          >
            <span aria-hidden="true">{key}</span>
            <span aria-hidden="true">{count}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
