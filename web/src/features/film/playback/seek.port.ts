import type { Permission } from '@matinee/contract/gen/api.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { usePlaybackCommands } from './input/use-commands.ts';

/**
 * Seeks the room to a position of the item; undefined: this person may not. The room learns who did it and can undo it.
 * [SY28]
 */
export function useSeek(
  room: RoomConnection,
  permissions: ReadonlySet<Permission>,
): ((positionSeconds: number) => void) | undefined {
  const mayControl = permissions.has('control_playback_state');
  const { seekTo } = usePlaybackCommands(room, undefined, mayControl);
  return mayControl ? seekTo : undefined;
}
