import type { Media } from '@matinee/contract/gen/api.ts';
import { useEffect, useRef } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { memberFiles } from './resources.ts';

/** Takes the place of a film whose file nobody gives, once the loaded part has been played. */
export const MissingFileCard = lazily(() => import('./missing-file-card.tsx').then((module) => module.MissingFileCard));

/** Adds a film from this person's disk. */
export const MemberFileDialog = lazily(() =>
  import('./member-file-dialog.tsx').then((module) => module.MemberFileDialog),
);

/** Whether an item is a file on the disk of a person who does not give it now. [WMF3] */
export function useIsMissing(room: RoomConnection, media: Media | undefined): boolean {
  const given = useResource(room, memberFiles)?.media_ids;
  return media?.source?.member_file !== undefined && given !== undefined && !given.includes(media.id);
}

/** As `useIsMissing`. Calls `retry` when the file is given again. */
export function useMissingFile(
  room: RoomConnection,
  media: Media | undefined,
  retry: (() => void) | undefined,
): boolean {
  const isMissing = useIsMissing(room, media);
  const wasMissing = useRef(false);
  useEffect(() => {
    if (wasMissing.current && !isMissing) retry?.();
    wasMissing.current = isMissing;
  });
  return isMissing;
}
