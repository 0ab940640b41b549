import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { useEffect, useRef, useState } from 'react';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { showToast } from '../../../../ui/signs/toast.tsx';
import { useDoOthersPlay } from '../../../people/members/online.port.ts';
import { playbackState } from '../playback.port.ts';
import type { PlayerHandle } from '../use-player.ts';
import { maySkip, skipAfterMs } from './skipping.ts';

export interface Skip {
  /** Seconds until the next item; undefined: the room stays. */
  readonly secondsLeft: number | undefined;
  readonly stay: () => void;
}

export interface SkipParts {
  readonly room: RoomConnection;
  readonly player: PlayerHandle;
  readonly isPlaying: boolean;
  /** Undefined: the person may not choose the item, so this page waits for a page that may. */
  readonly skip: (() => void) | undefined;
}

/**
 * The last part of the wait, in milliseconds. If the room goes on during it, the item was skipped. If it goes on
 * earlier, a person did that.
 */
const skippedWithinMs = 1_500;

/** Leaves an item that does not play, and says so. Before that, the person has a moment to stop it. [SY41] */
export function useSkip({ room, player, isPlaying, skip }: SkipParts): Skip {
  const { t } = useTranslation('playback');
  const [hasStayed, setStayed] = useState(false);
  const [msLeft, setMsLeft] = useState<number>(skipAfterMs);
  const doOthersPlay = useDoOthersPlay();
  const { problem, media, skips } = player;
  const isOn = problem !== undefined && maySkip({ problem, isPlaying, doOthersPlay, hasStayed, skips: skips.current });
  const latest = useRef({ skip, t, msLeft });
  latest.current = { skip, t, msLeft };
  useEffect(() => {
    // What is chosen from now on is no skip, however little was left.
    if (!isOn) return setMsLeft(skipAfterMs);
    const endMs = performance.now() + skipAfterMs;
    const timer = setInterval(() => {
      const left = Math.max(0, endMs - performance.now());
      setMsLeft(left);
      if (left > 0) return;
      clearInterval(timer);
      latest.current.skip?.();
    }, 250);
    return () => clearInterval(timer);
  }, [isOn]);
  // The item is gone: this page or another one moved the room on.
  useEffect(
    () => () => {
      const next = room.resources.store(playbackState).get()?.media_id;
      if (next === undefined || next === media?.id || latest.current.msLeft > skippedWithinMs) return;
      skips.current += 1;
      showToast(latest.current.t('broken.skipped', { media: media && shownTitle(media.name) }));
    },
    [room, media, skips],
  );
  return { secondsLeft: isOn && msLeft > 0 ? Math.ceil(msLeft / 1000) : undefined, stay: () => setStayed(true) };
}
