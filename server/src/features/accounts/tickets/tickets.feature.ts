import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import type { RoomPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { defineErrors } from '../../../kernel/errors.ts';
import { handleRoom } from '../../../kernel/handler.ts';
import type { Random } from '../../../kernel/random.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import { makeOneTimeValues } from '../../../store/key-value/one-time-values.ts';
import type { Feature } from '../../feature.ts';
import type { Sessions } from '../sessions/sessions.port.ts';
import type { Tickets } from './tickets.ts';

const ticketErrors = defineErrors('tickets', {
  invalid: { code: 'unauthenticated', message: 'The ticket is used, expired or not for this room.' },
});

const lifetimeMs = 30_000;

interface TicketParts {
  readonly keyValue: KeyValue;
  readonly sessions: Pick<Sessions, 'resume'>;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * A ticket opens one socket, for one principal to one room. It is 32 random bytes; the server stores their hash for 30
 * s. [TI1]–[TI3]
 */
export function ticketsFeature({ keyValue, sessions, clock, random }: TicketParts): Feature & { tickets: Tickets } {
  const held = makeOneTimeValues<{ roomId: string; principal: RoomPrincipal }>(
    { keyValue, random },
    'ticket',
    lifetimeMs,
  );
  return {
    name: 'tickets',
    tickets: {
      async take(ticket, roomId) {
        const found = await held.take(ticket);
        if (found?.roomId !== roomId) throw ticketErrors.invalid();
        const { principal } = found;
        // The session may have ended since the ticket was issued.
        return principal.kind === 'user' ? sessions.resume(principal.sessionId, principal.expiresAtMs) : principal;
      },
    },
    bindings: [
      handleRoom(RoomService.method.createWebSocketTicket, async (_, call) => {
        const ticket = await held.keep({ roomId: call.room.roomId, principal: call.principal });
        return { ticket, expiresAt: timestampFromDate(dateOf(clock.nowMs() + lifetimeMs)) };
      }),
    ],
  };
}
