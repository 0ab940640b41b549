import { defineReasons } from '@matinee/contract/reasons.ts';
import { defineErrors } from '../../../kernel/errors.ts';

export const settingsErrors = defineErrors('settings', {
  unknown_key: { code: 'invalid_argument', message: 'There is no such setting.' },
  invalid_value: { code: 'invalid_argument', message: 'A value does not fit its setting.' },
  nothing_named: {
    code: 'invalid_argument',
    message: 'The masks name no setting; name keys such as rtmp.advertiseAddress.',
  },
  only_root: { code: 'permission_denied', message: 'Only root changes where the server sends a stored secret.' },
  version_conflict: {
    code: 'aborted',
    message: 'Somebody else changed the settings; look at the new values first.',
  },
});

/** Reasons why the named keys cannot be changed. */
export const keyReasons = defineReasons('settings', {
  part_of: 'is a part of {whole}, which is named as a whole',
  group: 'is a group; name its settings: {members}',
  in_both_masks: 'is named by both masks',
  root_only: 'is changed by root only while {owner} has a secret',
  root_removes: 'is removed by root only: without it, mail could be sent elsewhere',
});
