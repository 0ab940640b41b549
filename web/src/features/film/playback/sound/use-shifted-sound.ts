import { type RefObject, useEffect, useState } from 'react';
import { useStore } from '../../../../client/room/hooks.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { showToast } from '../../../../ui/signs/toast.tsx';
import { soundLagMs } from '../../even-loudness/choice.ts';
import type { PlayerHandle } from '../use-player.ts';
import type { ShiftedSound } from './shifted-sound.ts';
import { soundOffset } from './sound-offset.ts';

/**
 * The sound of the loaded item while this person hears it earlier or later than the picture; undefined: the picture's
 * element plays the sound. [SY46]
 */
export function useShiftedSound(
  video: RefObject<HTMLVideoElement | null>,
  room: RoomConnection,
  { sync, film, mediaId, sourceKey, problem, signatures, embed }: PlayerHandle,
): ShiftedSound | undefined {
  const { t } = useTranslation('playback');
  const [sound, setSound] = useState<ShiftedSound>();
  const isWanted =
    useStore(soundOffset) !== useStore(soundLagMs) &&
    sync !== undefined &&
    problem === undefined &&
    embed === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is loaded anew, other words are not
  useEffect(() => {
    if (!isWanted || mediaId === undefined) return;
    let isOver = false;
    let made: ShiftedSound | undefined;
    const onFailed = () => {
      if (isOver) return;
      soundOffset.set(0);
      soundLagMs.set(0);
      showToast(t('sound.failed'), 'danger');
    };
    void import('./shifted-sound.ts').then(({ makeShiftedSound }) => {
      if (isOver || video.current === null) return;
      made = makeShiftedSound({
        video: video.current,
        room,
        mediaId,
        addresses: signatures,
        onFailed,
      });
      setSound(made);
    }, onFailed);
    return () => {
      isOver = true;
      made?.stop();
      setSound(undefined);
    };
  }, [isWanted, film, room, mediaId, sourceKey]);
  return sound;
}
