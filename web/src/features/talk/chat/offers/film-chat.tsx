import { PencilLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { isEditable } from '../../../../ui/is-editable.ts';
import { isLayerOpen } from '../../../../ui/open-layer.ts';
import { mayBeShortcut } from '../../../../ui/shortcuts.ts';
import { useChatScope, useClosed } from '../chat-scope.tsx';
import { FilmField } from '../composing/film-field.tsx';
import { filmStyle } from '../composing/film-style.ts';
import { summaryOf } from '../summary.ts';
import { useFreshIds } from '../use-fresh.ts';

/** Most messages over the film at once. */
const mostLines = 6;

const lineClass =
  'line-clamp-3 max-w-full justify-self-end rounded-2xl bg-black/70 px-3 py-1 text-sm leading-snug text-white wrap-anywhere transition-opacity duration-700';

/**
 * The chat over a film in full screen: new messages at the side, which fade after a few seconds, and a field to write
 * one. It ends above the subtitles and the controls. Presses on the messages reach the film. [WC7]
 */
export function FilmChat({ areControlsShown }: { readonly areControlsShown: boolean }) {
  const { t } = useTranslation('chat');
  const { latest: messages, history, pending, outbox } = useChatScope();
  const mayWrite = useClosed() === undefined;
  const [isWriting, setWriting] = useState(false);
  const fresh = useFreshIds(messages, !history.isLoading);
  useWriteKeys(mayWrite, () => setWriting(true));
  const lines = messages.filter(({ deleted, system }) => !deleted && !system).slice(-mostLines);
  return (
    <section
      aria-label={t('title')}
      className="pointer-events-none absolute end-3 top-16 bottom-[max(35cqh,12.5rem)] z-10 flex w-[min(22rem,45%)] flex-col justify-end gap-1.5 @max-[34rem]:w-4/5 [@container(height<20rem)]:top-2 [@container(height<20rem)]:bottom-2"
    >
      <div role="log" aria-label={t('messages')} className="flex min-h-0 flex-col justify-end gap-1.5 overflow-hidden">
        {lines.map((message) => (
          <p
            key={message.id}
            dir="auto"
            className={classNames(lineClass, 'self-end', !isWriting && !fresh.has(message.id) && 'opacity-0')}
          >
            <bdi className="font-semibold text-accent-text">{message.display_name}</bdi> {summaryOf(message, t)}
          </p>
        ))}
        {pending.map(({ clientMessageId, content, state }) => (
          <p key={clientMessageId} dir="auto" className={classNames(lineClass, 'self-end')}>
            {content} <span className="text-white/80">{t(state === 'failed' ? 'notSent' : state)}</span>
          </p>
        ))}
      </div>
      {isWriting ? (
        <FilmField
          onSend={(content, mentions) => outbox.send(content, { mentions, ...filmStyle() })}
          onClose={() => setWriting(false)}
        />
      ) : (
        mayWrite && (
          <button
            type="button"
            onClick={() => setWriting(true)}
            className={classNames(
              'pointer-events-auto flex min-h-11 items-center gap-2 self-end rounded-full bg-black/70 px-4 text-sm font-medium text-white transition-opacity hover:bg-black focus-visible:opacity-100',
              !areControlsShown && 'pointer-events-none opacity-0',
            )}
          >
            <PencilLine size={16} aria-hidden="true" />
            {t('write')}
          </button>
        )
      )}
    </section>
  );
}

/** Calls `write` for Enter, C or the key of the chat, unless a button, field or dialog takes the key. */
function useWriteKeys(isOn: boolean, write: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `write` only sets a state
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!mayBeShortcut(event) || !['enter', 'c', '/'].includes(event.key.toLowerCase())) return;
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      if (isEditable(target) || isLayerOpen()) return;
      if (event.key === 'Enter' && target.closest('button,a,summary,[role="slider"],[role="tab"]')) return;
      event.preventDefault();
      write();
    };
    // Runs before the keys of the room, which would show the panel for `/` and C.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isOn]);
}
