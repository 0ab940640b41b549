import { SmilePlus } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { RoomConnection } from '../../../client/room/room.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { isEditable } from '../../../ui/is-editable.ts';
import { isLayerOpen } from '../../../ui/open-layer.ts';
import { mayBeShortcut } from '../../../ui/shortcuts.ts';
import { useStoredChoice } from '../../../ui/stored-choice.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { PlayerButton } from '../playback/player-button.tsx';
import { Popup } from '../playback/popup.port.tsx';
import { reactionsShown } from './choices.ts';
import { FlyingLayer } from './flying-layer.tsx';
import { QuietCount } from './quiet-count.tsx';
import { ReactionBar } from './reaction-bar.tsx';

export interface FilmReactionsProps {
  readonly room: RoomConnection;
  /** False: nothing may lie over the film, because another site's player shows it. */
  readonly mayFly: boolean;
}

/** The button of the player that opens the bar of reactions, and the reactions over the film. [WFR1]–[WFR5] */
export function FilmReactions({ room, mayFly }: FilmReactionsProps) {
  const { t } = useTranslation('film-reactions');
  const { self, settings } = useRoom();
  const place = useRef<HTMLSpanElement>(null);
  const [player, setPlayer] = useState<Element | null>(null);
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)') || !mayFly;
  // A room without a chat has no reactions, and guests do not see the film.
  const isThere = self.role !== 'guest' && settings?.chat_enabled !== false;
  const isShown = useStoredChoice(reactionsShown) === 'on' && isThere;
  useEffect(() => setPlayer(place.current?.closest('[data-player]') ?? null), []);
  useOpeningKey(place);
  return (
    <span ref={place} className="contents">
      {isThere && self.permissions.has('send_chat_messages') && (
        <Popup
          isClear
          label={t('title')}
          load={() => undefined}
          button={(opener) => (
            <PlayerButton
              {...opener}
              label={t('title')}
              keys="R"
              align="end"
              icon={<SmilePlus size={20} aria-hidden="true" />}
            />
          )}
        >
          <ReactionBar />
        </Popup>
      )}
      {player && isShown && createPortal(isStill ? <QuietCount room={room} /> : <FlyingLayer room={room} />, player)}
    </span>
  );
}

/** R opens the bar. This listens for it because the button is here. */
function useOpeningKey(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!mayBeShortcut(event) || event.defaultPrevented) return;
      if (event.key.toLowerCase() !== 'r' || isEditable(event.target as HTMLElement) || isLayerOpen()) return;
      const button = place.current?.querySelector<HTMLElement>('button[popovertarget]');
      if (!button) return;
      event.preventDefault();
      button.click();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [place]);
}
