import { defineErrors } from '../../../kernel/errors.ts';

export const accountExportsErrors = defineErrors('account_exports', {
  running: { code: 'resource_exhausted', message: 'An archive of this account is being downloaded already.' },
  busy: { code: 'unavailable', message: 'The server is making as many archives as it can; try again in a minute.' },
  by_stream: { code: 'failed_precondition', message: 'The operator gets an archive as bytes, by ExportUser.' },
  invalid: { code: 'unauthenticated', message: 'This address of an archive is used or expired; ask for another one.' },
});
