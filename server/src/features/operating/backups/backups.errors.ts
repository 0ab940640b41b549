import { defineErrors } from '../../../kernel/errors.ts';

export const backupsErrors = defineErrors('backups', {
  no_target: {
    code: 'failed_precondition',
    message: 'This server has no place for backups. The operator names one by backup.directory.',
  },
});
