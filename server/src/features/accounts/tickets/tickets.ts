import type { RoomPrincipal } from '../../../kernel/call.ts';

/** Tickets, as the socket uses them. */
export interface Tickets {
  /** Redeems a ticket. Of many concurrent callers, one gets its principal. @throws AppError `tickets.invalid`. */
  take(ticket: string, roomId: string): Promise<RoomPrincipal>;
}
