import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { type MouseEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import { useMessageActions } from './message-actions.ts';

const Reactors = lazily(() => import('./reactors.tsx').then((module) => module.Reactors));

/**
 * After this time, in milliseconds, a resting pointer shows the people behind a reaction, and a finger no longer counts
 * as a press.
 */
const restMs = 400;

export interface ReactionsProps {
  readonly message: ChatMessage;
  /** True: Tab reaches them. */
  readonly isReached: boolean;
  readonly mayReact: boolean;
}

/**
 * The reactions to a message, each with its number. A press adds one's own, or takes it back. The pointer, the focus,
 * or a resting finger shows the people behind a reaction. [WC9] [WC19]
 */
export function Reactions({ message, isReached, mayReact }: ReactionsProps) {
  const { t } = useTranslation('chat');
  const id = useId();
  const { toggleReaction } = useMessageActions();
  const asking = useAsking();
  const asked = message.reactions.find(({ reaction_key }) => reaction_key === asking.key);
  return (
    <div className="relative mt-1">
      <ul className="flex flex-wrap gap-1" aria-label={t('reactions')}>
        {message.reactions.map(({ reaction_key: key, count, reacted = false }) => (
          <li key={key}>
            <button
              type="button"
              tabIndex={isReached ? 0 : -1}
              aria-disabled={!mayReact}
              aria-pressed={reacted}
              aria-label={t('reaction', { key, count })}
              aria-describedby={key === asking.key ? id : undefined}
              {...asking.propsOf(key)}
              onClick={() => {
                if (!asking.wasHeld() && mayReact) void toggleReaction(message, key);
              }}
              className={classNames(
                'flex min-h-7 items-center gap-1.5 rounded-full border px-2 text-sm tabular-nums transition-colors select-none',
                reacted ? 'border-accent-text bg-surface-2 text-accent-text' : 'border-border text-muted',
                mayReact ? 'hover:bg-surface-2' : 'cursor-default',
              )}
            >
              <span aria-hidden="true" className="font-emoji">
                {key}
              </span>
              <span aria-hidden="true">{count}</span>
            </button>
          </li>
        ))}
      </ul>
      <Suspense>{asked && <Reactors id={id} messageId={message.id} reaction={asked} />}</Suspense>
    </div>
  );
}

/** The reaction whose list of people is open. */
function useAsking() {
  const [key, setKey] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(false);
  const end = () => {
    clearTimeout(timer.current);
    setKey(undefined);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const rest = (one: string, isFinger: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      held.current = isFinger;
      setKey(one);
    }, restMs);
  };
  return {
    key,
    /** True once for the click that ends a finger's rest. */
    wasHeld() {
      const was = held.current;
      held.current = false;
      return was;
    },
    propsOf: (one: string) => ({
      onPointerEnter: ({ pointerType }: { pointerType: string }) => pointerType === 'mouse' && rest(one, false),
      onPointerLeave: end,
      onPointerDown: ({ pointerType }: { pointerType: string }) => pointerType !== 'mouse' && rest(one, true),
      onPointerUp: ({ pointerType }: { pointerType: string }) => pointerType !== 'mouse' && clearTimeout(timer.current),
      // A resting finger would open the browser's own menu.
      onContextMenu: (event: MouseEvent) => held.current && event.preventDefault(),
      onFocus: ({ target }: { target: HTMLElement }) => target.matches(':focus-visible') && setKey(one),
      onBlur: end,
    }),
  };
}
