import { defineErrors } from '../../../kernel/errors.ts';

export const userErrors = defineErrors('users', {
  not_found: { code: 'not_found', message: 'There is no such user.' },
  name_mismatch: { code: 'invalid_argument', message: 'This is not the name of your account.' },
  username_taken: { code: 'already_exists', message: 'This username is taken.' },
  username_reserved: { code: 'already_exists', message: 'This username is reserved; choose another one.' },
  rank_too_high: { code: 'permission_denied', message: 'You can do this only to people of lower rank.' },
  role_too_high: { code: 'permission_denied', message: 'You cannot give this role.' },
  not_yourself: { code: 'failed_precondition', message: 'You cannot do this to your own account.' },
  last_root: { code: 'failed_precondition', message: 'This is the last root; make another one first.' },
  already_admin: { code: 'failed_precondition', message: 'This user is an administrator already.' },
  not_admin: { code: 'failed_precondition', message: 'This user is not an administrator.' },
  not_banned: { code: 'failed_precondition', message: 'This user is not banned.' },
  ban_in_past: { code: 'invalid_argument', message: 'The end of a ban has to be in the future.' },
  deleted: { code: 'failed_precondition', message: 'This account is deleted; restore it first.' },
  not_deleted: { code: 'failed_precondition', message: 'This account is not deleted.' },
  restore_too_late: { code: 'failed_precondition', message: 'This account was deleted too long ago to be restored.' },
});
