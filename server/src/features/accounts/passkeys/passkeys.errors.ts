import { defineErrors } from '../../../kernel/errors.ts';

export const passkeyErrors = defineErrors('passkeys', {
  unavailable: {
    code: 'failed_precondition',
    message: 'This server is not set up for passkeys: webauthn.rp_origin is missing.',
  },
  refused: { code: 'unauthenticated', message: 'This passkey does not belong to an account here.' },
  invalid: { code: 'invalid_argument', message: 'This is not a new passkey that this server can accept.' },
  taken: { code: 'already_exists', message: 'This passkey belongs to an account already.' },
  too_many: { code: 'failed_precondition', message: 'An account can have 20 passkeys; delete one first.' },
  not_found: { code: 'not_found', message: 'The account has no such passkey.' },
});
