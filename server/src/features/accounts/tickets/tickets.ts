import type { RoomPrincipal } from '../../../kernel/call.ts';

/** Tickets, as the socket uses them. */
export interface Tickets {
  /** Spends a ticket. Of many callers at the same time, one gets its principal. @throws AppError `tickets.invalid`. */
  take(ticket: string, roomId: string): Promise<RoomPrincipal>;
}
