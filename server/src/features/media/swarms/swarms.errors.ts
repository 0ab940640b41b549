import { defineErrors } from '../../../kernel/errors.ts';

export const swarmErrors = defineErrors('swarms', {
  bad_ticket: { code: 'permission_denied', message: 'This ticket does not let you into a swarm of this room.' },
  disabled: { code: 'permission_denied', message: 'Media are not exchanged between peers in this room.' },
  full: { code: 'failed_precondition', message: 'This swarm is full.' },
  too_many: { code: 'failed_precondition', message: 'This connection is in as many swarms as it can be.' },
  not_joined: { code: 'failed_precondition', message: 'You are not in this swarm.' },
  no_such_peer: { code: 'not_found', message: 'Nobody with this address is in this swarm.' },
  too_many_signals: { code: 'resource_exhausted', message: 'Too many signals; try again later.' },
});
