import { defineErrors } from '../../kernel/errors.ts';

export const passwordErrors = defineErrors('passwords', {
  busy: { code: 'unavailable', message: 'Too many people are signing in at the moment. Try again in a few seconds.' },
});

/** When clients may retry, in seconds. */
const retrySeconds = 3;

export const tooBusy = () => passwordErrors.busy({ retryAfterSeconds: retrySeconds });
