import { defineErrors } from '../../../kernel/errors.ts';

export const memberFileErrors = defineErrors('member_files', {
  switched_off: {
    code: 'failed_precondition',
    message: 'This server does not let members give files from their own disk.',
  },
  not_yours: {
    code: 'permission_denied',
    message: 'Only the person who added this item can give its file.',
  },
  too_many: {
    code: 'failed_precondition',
    message: 'No more files can be given at the moment.',
  },
  away: {
    code: 'unavailable',
    message: 'The person whose file this is has not opened it here. The film goes on when they do.',
  },
  too_slow: {
    code: 'unavailable',
    message: 'The page of the person whose file this is did not send the bytes in time.',
  },
  unknown_piece: {
    code: 'not_found',
    message: 'Nobody waits for this piece of the file any more.',
  },
  wrong_length: {
    code: 'invalid_argument',
    message: 'This piece of the file has another length than the server asked for.',
  },
  too_many_pieces: {
    code: 'resource_exhausted',
    message: 'You send too many pieces of files at a time.',
  },
  bad_link: {
    code: 'permission_denied',
    message: 'This address does not let you read a piece of a file.',
  },
});
