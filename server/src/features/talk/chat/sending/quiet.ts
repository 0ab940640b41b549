import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Moment } from '../../../watching/playback/playback.port.ts';
import { chatErrors } from '../chat.errors.ts';

/** Refuses writing while the room is quiet: it chose so, and something plays. @throws AppError `chat.quiet`. [CH41] */
export function requireVoice(
  { quietWhilePlaying }: { readonly quietWhilePlaying: boolean },
  moment: Pick<Moment, 'isPlaying'> | undefined,
  role: RoomRole,
): void {
  if (quietWhilePlaying && moment?.isPlaying && role < RoomRole.ADMIN) throw chatErrors.quiet();
}
