import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { formatTime } from '../../film/playback/format-time.port.ts';
import { useGoTo } from '../chat/chat.ts';
import { summaryOf } from '../chat/summary.ts';
import { matchPieces } from './match-pieces.ts';

export interface MessageResultsProps {
  readonly label: string;
  readonly messages: readonly ChatMessage[];
  /** The text that found them; absent: they were not found by a text. */
  readonly sought?: string;
  /** True: shows their place in the film instead of the day. */
  readonly areOfFilm?: boolean;
  /** Called before the chat shows the pressed message. */
  readonly onGo: () => void;
}

/** Messages out of their context. A press shows the message among its neighbours. [WC16] */
export function MessageResults({ label, messages, sought = '', areOfFilm = false, onGo }: MessageResultsProps) {
  const { t, i18n } = useTranslation(['chat-finding', 'chat']);
  const goTo = useGoTo();
  const when = ({ created_at, playback_position_seconds: position }: ChatMessage) =>
    areOfFilm && position !== undefined
      ? formatTime(position)
      : new Date(created_at ?? 0).toLocaleString(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <ul aria-label={label} className="-mx-2 grid gap-1">
      {messages.map((message) => (
        <li key={message.id}>
          <button
            type="button"
            onClick={() => {
              onGo();
              goTo(message.id);
            }}
            className="block min-h-11 w-full rounded-control px-2 py-1.5 text-start hover:bg-surface-2"
          >
            <span className="flex items-baseline gap-2 text-sm">
              <bdi className="truncate font-semibold">{message.display_name}</bdi>
              <span className="shrink-0 text-xs text-muted tabular-nums">{when(message)}</span>
            </span>
            <span dir="auto" className="line-clamp-3 wrap-anywhere">
              <Marked text={summaryOf(message, t)} sought={sought} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A text with its matches marked. [WC22] */
function Marked({ text: whole, sought }: { readonly text: string; readonly sought: string }) {
  return matchPieces(whole, sought).map(({ text, isSought }, index) =>
    isSought ? (
      // The pieces of one text never change places.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <mark key={index} className="rounded-sm bg-accent-soft font-semibold text-accent-text">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
