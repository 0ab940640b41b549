import type { Permission } from '@matinee/contract/gen/api.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { usePlaybackCommands } from './input/use-commands.ts';

/** Takes the room to a position of what plays; undefined: this person may not. Who did it is told, with a way back. [SY28] */
export function useSeek(
  room: RoomConnection,
  permissions: ReadonlySet<Permission>,
): ((positionSeconds: number) => void) | undefined {
  const mayControl = permissions.has('control_playback_state');
  const { seekTo } = usePlaybackCommands(room, undefined, mayControl);
  return mayControl ? seekTo : undefined;
}
