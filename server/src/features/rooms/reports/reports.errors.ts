import { defineErrors } from '../../../kernel/errors.ts';

export const reportErrors = defineErrors('reports', {
  not_found: { code: 'not_found', message: 'There is no such report.' },
  target_not_found: { code: 'not_found', message: 'What you want to report is not here.' },
  yourself: { code: 'invalid_argument', message: 'You cannot report yourself.' },
  too_many: { code: 'resource_exhausted', message: 'You have reported a lot. Try again later.' },
  version_conflict: { code: 'aborted', message: 'Somebody else changed the report meanwhile.' },
  decided: { code: 'failed_precondition', message: 'The report has been decided on already.' },
});
