import type { WatchedEntry } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { Play, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../../client/room/hooks.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import type { RoomStripProps } from '../../../room/room-entry.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { formatTime } from '../../film/playback/format-time.port.ts';
import { usePlaybackState } from '../../film/playback/playback.port.ts';
import { useIsAlone } from '../../people/members/online.port.ts';
import { endGoingOn, goingOn } from './going-on.ts';

/** Resumes the item that the person pressed on the start page. [WOH6] */
export function GoOnStrip({ place }: RoomStripProps) {
  const { room, self } = useRoom();
  const entry = useStore(goingOn);
  const mayPlay = self.permissions.has('navigate_playback');
  const isHere = entry?.room?.id === room.roomId;
  useEffect(() => {
    if (entry && isHere && !mayPlay) endGoingOn(entry);
  }, [entry, isHere, mayPlay]);
  if (place !== 'panels' || !mayPlay || !isHere) return null;
  return <GoOn key={entry.id} entry={entry} />;
}

/** Starts the item at once in a room that no one else uses, and otherwise offers it. */
function GoOn({ entry }: { readonly entry: WatchedEntry }) {
  const { t } = useTranslation('watched');
  const { room } = useRoom();
  const { api } = useSession();
  const errorText = useErrorText();
  const state = usePlaybackState(room);
  const isAlone = useIsAlone();
  const { media_id, name, position_seconds } = entry;
  const isThere = state?.media_id === media_id && state.is_playing;
  // Decided once: pausing another item after the offer does not request this one.
  const [isOffered, setOffered] = useState(false);
  const hasStarted = useRef(false);
  const play = () => {
    endGoingOn(entry);
    void api
      .call('RoomService.StartPlayback', { room_id: room.roomId, media_id, position_seconds })
      .catch((error) => showToast(errorText(error), 'danger'));
  };
  useEffect(() => {
    if (state === undefined || isAlone === undefined || hasStarted.current) return;
    if (isThere) endGoingOn(entry);
    else if (!isOffered && isAlone && !state.is_playing) {
      hasStarted.current = true;
      play();
    } else setOffered(true);
  });
  if (!isOffered || isThere) return null;
  const position = formatTime(position_seconds);
  return (
    <section
      aria-label={t('goOn.title')}
      className="flex shrink-0 items-center gap-2 border-b border-border p-3 text-sm in-data-covered:hidden cramped:hidden"
    >
      <p role="status" className="min-w-0 flex-1">
        <span className="line-clamp-2 font-medium wrap-anywhere">
          <bdi>{shownTitle(name)}</bdi>
        </span>
        <span className="text-muted">{t('leftAt', { position })}</span>
      </p>
      <Button kind="primary" icon={<Play size={18} aria-hidden="true" />} onClick={play}>
        {t('goOn.play')}
      </Button>
      <IconButton label={t('goOn.hide')} icon={<X size={18} aria-hidden="true" />} onClick={() => endGoingOn(entry)} />
    </section>
  );
}
