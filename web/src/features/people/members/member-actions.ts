import type { RoomMember } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { changeRemote, type MemberAction, nameOf } from './people.ts';

/** Does something to a member. A toast says that it is done, or why not. */
export function useMemberAction(onDone?: () => void) {
  const { t } = useTranslation('members');
  const { api } = useSession();
  const { room } = useRoom();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: async ({ member, action }: { member: RoomMember; action: MemberAction }): Promise<unknown> => {
      const who = { room_id: room.roomId, user_id: member.user_id };
      switch (action) {
        case 'remove':
          return api.call('RoomService.KickMember', who);
        case 'make-admin':
          return api.call('RoomService.UpdateMemberPermissions', { ...who, role: 'admin' });
        case 'make-member':
          return api.call('RoomService.UpdateMemberPermissions', { ...who, role: 'member' });
        case 'give-remote':
        case 'take-remote':
          return api.call('RoomService.UpdateMemberPermissions', {
            ...who,
            ...changeRemote(member, action === 'give-remote'),
            replace_permissions: true,
          });
      }
    },
    onSuccess: (_answer, { member, action }) => showToast(t(`done.${action}`, { name: nameOf(member) })),
    onError: (error) => showToast(errorText(error), 'danger'),
    ...(onDone ? { onSettled: onDone } : {}),
  });
}
