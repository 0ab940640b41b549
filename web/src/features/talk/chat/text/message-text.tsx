import type { ChatMention } from '@matinee/contract/gen/api.ts';
import { Suspense } from 'react';
import { classNames } from '../../../../ui/class-names.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import { piecesOf } from './pieces.ts';
import { splitTimes } from './time-codes.ts';

const TimeCode = lazily(() => import('../../chat-finding/time-code.tsx').then((module) => module.TimeCode));

export interface MessageTextProps {
  readonly content: string;
  readonly mentions?: readonly ChatMention[];
  /** The person at this page. Their name stands out. */
  readonly selfId?: string;
  /** False: Tab skips its links, as in lists of messages with arrow keys. */
  readonly isReached?: boolean;
}

/**
 * The text of a message. Its addresses are links that reveal nothing about this site to the other one. Names stand
 * out.
 */
export function MessageText({ content, mentions = [], selfId, isReached = true }: MessageTextProps) {
  return (
    <p dir="auto" className="leading-snug whitespace-pre-wrap wrap-anywhere">
      {piecesOf(content, mentions).map(({ text, href, mentions: userId }, index) => {
        // The pieces of one text never change places.
        const key = index;
        if (href) {
          return (
            <a
              key={key}
              href={href}
              target="_blank"
              tabIndex={isReached ? 0 : -1}
              rel="noopener noreferrer nofollow"
              className="text-accent-text underline underline-offset-2"
            >
              {text}
            </a>
          );
        }
        if (userId === undefined) return <Timed key={key} text={text} isReached={isReached} />;
        const isSelf = userId === selfId;
        return (
          <bdi
            key={key}
            className={classNames(
              'rounded px-0.5 font-medium',
              isSelf ? 'bg-accent text-on-accent' : 'text-accent-text',
            )}
          >
            {text}
          </bdi>
        );
      })}
    </p>
  );
}

/** Words, with times of the film as buttons. [WC17] */
function Timed({ text: words, isReached }: { readonly text: string; readonly isReached: boolean }) {
  return splitTimes(words).map(({ text, seconds }, index) => {
    if (seconds === undefined) return text;
    return (
      // The pieces of one text never change places.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Suspense key={index} fallback={text}>
        <TimeCode text={text} seconds={seconds} isReached={isReached} />
      </Suspense>
    );
  });
}
