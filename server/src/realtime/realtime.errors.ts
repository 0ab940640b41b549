import { defineErrors } from '../kernel/errors.ts';

/** Errors that connections receive: observations and commands as frames, attempts to connect as HTTP or gRPC status. */
export const realtimeErrors = defineErrors('realtime', {
  bad_frame: { code: 'invalid_argument', message: 'The frame is not a valid message.' },
  unknown_message: { code: 'unimplemented', message: 'The server does not know this kind of message.' },
  too_fast: { code: 'resource_exhausted', message: 'Too many frames per second. This one was not read.' },
  too_many_commands: { code: 'resource_exhausted', message: 'Too many commands are waiting. This one was not run.' },
  too_many_observations: { code: 'resource_exhausted', message: 'This connection observes too many things at once.' },
  unknown_resource: { code: 'unimplemented', message: 'This cannot be observed.' },
  not_permitted: { code: 'permission_denied', message: 'You may not observe this.' },
  too_many_changes: { code: 'unavailable', message: 'Too much changed while this was read. Observe it again.' },
  too_slow: { code: 'resource_exhausted', message: 'The connection did not keep up with what happens in the room.' },
  ended: { code: 'unavailable', message: 'The connection to the room has ended.' },
  stopping: { code: 'unavailable', message: 'The server is stopping. Connect again in a moment.' },
  too_many_connections: { code: 'resource_exhausted', message: 'You have too many connections open.' },
  room_full_of_connections: { code: 'resource_exhausted', message: 'The room has too many connections.' },
  server_full: { code: 'resource_exhausted', message: 'The server has too many connections. Try again in a moment.' },
  bad_request: {
    code: 'invalid_argument',
    message: 'The address or the headers of this connection are not as documented.',
  },
  wrong_origin: { code: 'permission_denied', message: 'Pages of this origin may not connect.' },
  not_found: { code: 'not_found', message: 'There is no WebSocket at this address.' },
  unknown_line: { code: 'not_found', message: 'There is no such connection, or it has ended.' },
});
