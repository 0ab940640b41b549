import { createHash } from 'node:crypto';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import type { RoomPrincipal } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import { defineErrors } from '../../kernel/errors.ts';
import { handleRoom } from '../../kernel/handler.ts';
import { type Random, secretText } from '../../kernel/random.ts';
import type { KeyValue } from '../../store/key-value/key-value.ts';
import type { Feature } from '../feature.ts';
import type { Sessions } from '../sessions/sessions.port.ts';
import type { Tickets } from './tickets.port.ts';

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

/** Tickets open one socket each: 32 random bytes of which only the hash is kept, for 30 s, bound to room and principal. [TI1]–[TI3] */
export function ticketsFeature({ keyValue, sessions, clock, random }: TicketParts): Feature & { tickets: Tickets } {
  const keyOf = (ticket: string) => `ticket:${createHash('sha256').update(ticket).digest('base64url')}`;
  return {
    name: 'tickets',
    tickets: {
      async take(ticket, roomId) {
        const stored = await keyValue.take(keyOf(ticket));
        if (stored === undefined) throw ticketErrors.invalid();
        const held = JSON.parse(stored) as { roomId: string; principal: RoomPrincipal };
        if (held.roomId !== roomId) throw ticketErrors.invalid();
        const { principal } = held;
        // The session may have ended since the ticket was made.
        return principal.kind === 'user' ? sessions.resume(principal.sessionId, principal.expiresAtMs) : principal;
      },
    },
    bindings: [
      handleRoom(RoomService.method.createWebSocketTicket, async (_, call) => {
        const ticket = secretText(random);
        const held = JSON.stringify({ roomId: call.room.roomId, principal: call.principal });
        await keyValue.set(keyOf(ticket), held, { ttlMs: lifetimeMs });
        return { ticket, expiresAt: timestampFromDate(dateOf(clock.nowMs() + lifetimeMs)) };
      }),
    ],
  };
}
