import { defineReasons } from '@matinee/contract/reasons.ts';
import { defineErrors } from '../../../kernel/errors.ts';

export const memberErrors = defineErrors('members', {
  not_found: { code: 'not_found', message: 'There is no such member in this room.' },
  rank_too_high: { code: 'permission_denied', message: 'You can do this only to members of lower rank.' },
  creator_stays: {
    code: 'failed_precondition',
    message: 'The creator cannot leave the room without choosing who gets it.',
  },
  version_conflict: { code: 'aborted', message: 'Somebody else changed this member; look at the new values first.' },
  already_member: { code: 'already_exists', message: 'This user is already a member.' },
  others_name: { code: 'permission_denied', message: 'You can change only your own name in this room.' },
  not_addable: { code: 'permission_denied', message: 'This user cannot be added by you.' },
  beyond_own_permissions: {
    code: 'permission_denied',
    message: 'You cannot grant permissions that you do not have yourself.',
  },
});

export const memberReasons = defineReasons('members', {
  not_a_name: 'must be the name of a permission',
  not_granted_here: '{name} cannot be granted here; these can: {allowed}',
  unknown_permission: '{name} is not a permission; these can: {allowed}',
});
