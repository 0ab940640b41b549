import { defineReasons } from '@matinee/contract/reasons.ts';
import { defineErrors } from '../../../kernel/errors.ts';

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

/** Reasons why a provider or a redirect is not valid for its setting. */
export const oauth2Reasons = defineReasons('oauth2', {
  not_a_url: 'is not a URL such as {example}',
  not_https_redirect: 'does not begin with https://; loopback addresses need no entry',
  unlike_browsers: 'is written in another way than browsers read it',
  fragment: 'has a fragment',
  query_or_fragment: 'has a query or a fragment',
  wildcard: 'has a wildcard; each URL is compared as a whole',
  bad_name: 'must be 1 to 64 ASCII letters, digits, _ or -',
  secret_missing: 'is missing; the stored one stays only while the rest of the provider is the same',
  provider_expected: 'must be a provider with instanceName and one of the kinds',
  properties_expected: 'must have {properties}',
  pair_expected: 'must have webClientId with webClientSecret, or nativeClientId with nativeClientSecret',
  half_a_pair: 'has only one of {id} and {secret}',
  no_pair: 'has no complete pair: webClientId with webClientSecret, or nativeClientId with nativeClientSecret',
  no_kind: 'has no kind; one of these is needed: {kinds}',
  two_kinds: 'has more than one kind: {kinds}',
});
