import { defineErrors } from '../../kernel/errors.ts';

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
