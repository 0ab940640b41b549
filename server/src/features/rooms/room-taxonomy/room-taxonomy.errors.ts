import { defineErrors } from '../../../kernel/errors.ts';

export const roomTaxonomyErrors = defineErrors('room_taxonomy', {
  category_not_found: { code: 'not_found', message: 'There is no such category.' },
  label_not_found: { code: 'not_found', message: 'There is no such label.' },
  unknown_category: { code: 'invalid_argument', message: 'There is no such category.' },
  unknown_label: { code: 'invalid_argument', message: 'One of the labels does not exist.' },
  label_of_another_category: {
    code: 'invalid_argument',
    message: 'One of the labels is for rooms of another category.',
  },
  version_conflict: { code: 'aborted', message: 'Somebody else changed it; look at the new values first.' },
  too_many_categories: { code: 'failed_precondition', message: 'There are as many categories as the server allows.' },
  too_many_labels: { code: 'failed_precondition', message: 'There are as many labels as the server allows.' },
});
