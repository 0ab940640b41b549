import type { RoomPrincipal } from '../../../kernel/call.ts';

/** What the socket asks of tickets. */
export interface Tickets {
  /** Spends a ticket: of many at the same time one gets its principal. @throws AppError `tickets.invalid`. */
  take(ticket: string, roomId: string): Promise<RoomPrincipal>;
}
