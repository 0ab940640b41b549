import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Moment } from '../../../watching/playback/playback.port.ts';
import { chatErrors } from '../chat.errors.ts';

/**
 * Refuses messages while the room is quiet: its settings ask for that, and an item plays. @throws AppError
 * `chat.quiet`. [CH41]
 */
export function requireVoice(
  { quietWhilePlaying }: { readonly quietWhilePlaying: boolean },
  moment: Pick<Moment, 'isPlaying'> | undefined,
  role: RoomRole,
): void {
  if (quietWhilePlaying && moment?.isPlaying && role < RoomRole.ADMIN) throw chatErrors.quiet();
}
