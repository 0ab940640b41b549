import { Eye, EyeOff, SmilePlus } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { isEditable } from '../../../ui/is-editable.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { mayBeShortcut } from '../../../ui/shortcuts.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useStoredChoice } from '../../../ui/stored-choice.ts';
import { filmReactions, reactionsShown } from './choices.ts';

const EmojiPopup = lazily(() => import('../../shared/emoji/emoji-popup.port.tsx').then((module) => module.EmojiPopup));

/** Shortest time between two reactions that this page sends, in milliseconds. [WFR2] */
const restMs = 200;

/** The bar of emoji. A press lets one fly; the bar stays open for more. [WFR1] */
export function ReactionBar() {
  const { t } = useTranslation('film-reactions');
  const shown = useStoredChoice(reactionsShown);
  const send = useSending();
  const bar = useRef<HTMLDivElement>(null);
  const [isMore, setMore] = useState(false);
  // A person who opened it by key goes on with the keyboard.
  useEffect(() => bar.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  useDigits((place) => bar.current?.querySelectorAll<HTMLElement>('[data-reaction]')[place]?.click());
  return (
    <div ref={bar} className="grid gap-2">
      <fieldset aria-label={t('title')} className="grid grid-cols-4 gap-1">
        {filmReactions.map((emoji, place) => (
          <button
            key={emoji}
            type="button"
            data-reaction={emoji}
            aria-label={t('send', { emoji })}
            aria-keyshortcuts={String(place + 1)}
            onClick={() => send(emoji)}
            className="grid min-h-13 place-items-center rounded-control font-emoji text-[1.75rem] leading-none transition-transform hover:bg-surface-2 active:scale-125"
          >
            {emoji}
          </button>
        ))}
      </fieldset>
      <div className="flex gap-2">
        <button
          type="button"
          aria-pressed={shown === 'on'}
          onClick={() => reactionsShown.set(shown === 'on' ? 'off' : 'on')}
          className="flex min-h-11 flex-1 items-center justify-center gap-2 rounded-control bg-surface-2 px-3 font-medium hover:bg-surface-3"
        >
          {shown === 'on' ? <Eye size={18} aria-hidden="true" /> : <EyeOff size={18} aria-hidden="true" />}
          {t(shown === 'on' ? 'areShown' : 'areHidden')}
        </button>
        <IconButton
          label={t('more')}
          tooltip="end"
          icon={<SmilePlus size={20} aria-hidden="true" />}
          onPointerEnter={EmojiPopup.load}
          onFocus={EmojiPopup.load}
          onClick={() => setMore(true)}
        />
      </div>
      <Suspense>
        {isMore && (
          <EmojiPopup label={t('more')} anchor={() => bar.current} onPick={send} onClose={() => setMore(false)} />
        )}
      </Suspense>
    </div>
  );
}

/** Sends a reaction. Shows an error when that fails. Leaves out a reaction that comes too soon after another. */
function useSending(): (emoji: string) => void {
  const { room } = useRoom();
  const errorText = useErrorText();
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  return (reaction_key) => {
    const now = performance.now();
    if (now - sentAt.current < restMs) return;
    sentAt.current = now;
    room
      .command({ send_film_reaction: { reaction_key } })
      .catch((error: unknown) => showToast(errorText(error), 'danger'));
  };
}

/** While the bar is open, digits press its emoji. They are handled before the room's own digit keys. */
function useDigits(press: (place: number) => void): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!mayBeShortcut(event) || !/^[1-8]$/.test(event.key)) return;
      if (isEditable(event.target as HTMLElement)) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current(Number(event.key) - 1);
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
