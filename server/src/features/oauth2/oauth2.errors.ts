import { defineErrors } from '../../kernel/errors.ts';

export const oauth2Errors = defineErrors('oauth2', {
  unknown_provider: { code: 'not_found', message: 'This way to sign in is not available here.' },
  mode_not_supported: {
    code: 'invalid_argument',
    message: 'This way to sign in does not work like that: see its supported modes.',
  },
  redirect_not_allowed: { code: 'invalid_argument', message: 'Sign-ins may not return to this address.' },
  invalid_state: {
    code: 'invalid_argument',
    message: 'This sign-in is too old, was used before, or was begun elsewhere. Begin again.',
  },
  wrong_user: { code: 'permission_denied', message: 'Somebody else began to link this account. Begin again.' },
  not_proven: { code: 'invalid_argument', message: 'The provider did not confirm who you are. Begin again.' },
  provider_unavailable: {
    code: 'unavailable',
    message: 'The provider cannot be reached or is set up wrongly. Try again later, or sign in another way.',
  },
  signup_disabled: {
    code: 'permission_denied',
    message: 'No account here is linked to this one, and the provider cannot be used to create one.',
  },
  linked_elsewhere: { code: 'already_exists', message: 'Another user has linked this account.' },
  already_linked: {
    code: 'already_exists',
    message: 'You have linked another account of this provider; unlink that one first.',
  },
  not_linked: { code: 'not_found', message: 'No account of this provider is linked.' },
});
