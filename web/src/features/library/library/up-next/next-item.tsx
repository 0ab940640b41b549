import { useResource } from '../../../../client/room/hooks.ts';
import type { NextItem } from '../../../../room/room-offers.ts';
import { useRoom } from '../../../../room/room-scope.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import { usePlaybackState } from '../../../film/playback/playback.port.ts';
import { upNext } from '../resources.ts';

const NextPicture = lazily(() => import('./next-picture.tsx').then((module) => module.NextPicture));

/** The item that plays automatically after the current one. [WL14] */
export function useNextItem(): NextItem | undefined {
  const { room } = useRoom();
  const { media_id, target_hash } = usePlaybackState(room) ?? {};
  const { items = [], delay_seconds = 0 } = useResource(room, upNext) ?? {};
  const [next] = items;
  if (next === undefined) return undefined;
  const isSame = next.media_id === media_id || (target_hash !== undefined && next.target_hash === target_hash);
  return { name: next.name, picture: <NextPicture next={next} />, restSeconds: delay_seconds, isSame };
}
