import { defineReasons } from '@matinee/contract/reasons.ts';
import { defineErrors } from '../../../kernel/errors.ts';

export const chatErrors = defineErrors('chat', {
  disabled: { code: 'permission_denied', message: 'Chat is switched off in this room.' },
  slow_mode: { code: 'resource_exhausted', message: 'Slow mode is on; wait before the next message.' },
  quiet: { code: 'permission_denied', message: 'Only hosts write while the film plays; wait for a pause or its end.' },
  empty: { code: 'invalid_argument', message: 'A message needs some text.' },
  metadata_too_large: { code: 'invalid_argument', message: 'The metadata of a message is too large.' },
  invalid_mention: { code: 'invalid_argument', message: 'A mention must point to @ and the name of a member.' },
  reply_not_found: { code: 'invalid_argument', message: 'The message that this one answers is not in this room.' },
  attachment_not_found: {
    code: 'invalid_argument',
    message: 'An attachment is not a completed upload of yours for this room, or was sent already.',
  },
  reuse_refused: {
    code: 'permission_denied',
    message: 'The attachment cannot be sent again: the token has expired, or you do not see its message any more.',
  },
  filtered: { code: 'invalid_argument', message: 'This room does not allow a word of this message.' },
  message_not_found: { code: 'not_found', message: 'There is no such message in this room.' },
  not_own_message: { code: 'permission_denied', message: 'Only the person who wrote a message can change its text.' },
  may_not_delete: { code: 'permission_denied', message: 'You may not delete messages of others in this room.' },
  version_conflict: { code: 'aborted', message: 'The message has changed since it was read. Read it again.' },
  operation_reused: {
    code: 'already_exists',
    message: 'Another change has been made under this client_operation_id. Choose a new one.',
  },
  invalid_reaction: {
    code: 'invalid_argument',
    message: 'A reaction is one emoji, or a name of small letters, digits and _+-.',
  },
  too_many_reactions: {
    code: 'failed_precondition',
    message: 'This message has as many different reactions as it can have.',
  },
  too_many_pins: { code: 'failed_precondition', message: 'This room has as many pinned messages as it may have.' },
  not_pinned: { code: 'not_found', message: 'This message is not pinned.' },
});

export const chatReasons = defineReasons('chat', {
  blank: 'is blank',
  too_many_bytes: 'has more than {max} bytes',
  outside: 'is not within the text',
  overlaps: 'overlaps another mention',
  no_token: 'is not @ followed by the name of the member',
  no_member: 'is no member of this room',
});
