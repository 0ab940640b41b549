import { defineReasons } from '@matinee/contract/reasons.ts';
import { defineErrors } from '../../../kernel/errors.ts';

export const roomErrors = defineErrors('rooms', {
  not_found: { code: 'not_found', message: 'There is no such room.' },
  creation_disabled: { code: 'permission_denied', message: 'This server does not let people create rooms.' },
  too_many_rooms: { code: 'failed_precondition', message: 'You already have as many rooms as the server allows.' },
  password_required: { code: 'invalid_argument', message: 'Every room on this server needs a password.' },
  password_forbidden: { code: 'invalid_argument', message: 'Rooms on this server cannot have a password.' },
  too_many_members: { code: 'invalid_argument', message: 'The server does not allow this many members.' },
  not_creator: { code: 'permission_denied', message: 'Only the creator of the room may do this.' },
  version_conflict: { code: 'aborted', message: 'Somebody else changed the room; look at the new values first.' },
  wrong_password: { code: 'permission_denied', message: 'The password of the room is wrong.' },
  password_not_asked: { code: 'failed_precondition', message: 'You can join this room without its password.' },
  not_admitted: { code: 'permission_denied', message: 'You cannot enter this room now.' },
  excluded: { code: 'permission_denied', message: 'This user is banned from the room.' },
  account_inactive: { code: 'failed_precondition', message: 'The account of this user is banned or deleted.' },
  banned: { code: 'permission_denied', message: 'This room is banned.' },
  closed: { code: 'permission_denied', message: 'This room is closed.' },
  owner_inactive: { code: 'permission_denied', message: 'The owner of this room has no active account.' },
  not_banned: { code: 'failed_precondition', message: 'This room is not banned.' },
  locked_out: { code: 'resource_exhausted', message: 'Too many wrong passwords; wait before the next attempt.' },
});

export const roomReasons = defineReasons('rooms', {
  above: 'is above {max}',
  nothing_to_review: 'cannot be on together with room.disableCreateRoom: there would be nothing to review',
});
