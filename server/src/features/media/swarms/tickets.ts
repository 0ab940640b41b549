/** Swarms of media, and the tickets for entering them. [SW1] [SW2] */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { decodeBase64url } from '../../../kernel/base64url.ts';
import type { Clock } from '../../../kernel/clock.ts';

const lifeMs = 24 * 60 * 60_000;

/** The right that a ticket grants: this account may enter this swarm. */
export interface SwarmGrant {
  readonly roomId: string;
  readonly swarmId: string;
  readonly userId: string;
}

export interface SwarmTickets {
  make(grant: SwarmGrant): { readonly ticket: string; readonly expiresAtMs: number };
  /** The swarm that this account may enter in this room with the ticket; undefined for any other text. */
  read(ticket: string, by: Omit<SwarmGrant, 'swarmId'>): string | undefined;
}

/** `secret` is the server's secret; the key of tickets is derived from it (RFC 5869). */
export function makeSwarmTickets(secret: string, clock: Clock): SwarmTickets {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'matinee swarm tickets', 32));
  const digestOf = ({ roomId, swarmId, userId }: SwarmGrant, end: string) =>
    // JSON, so that no two lists of fields give the same text.
    createHmac('sha256', key)
      .update(JSON.stringify([roomId, swarmId, userId, end]))
      .digest();
  return {
    make(grant) {
      // Tickets count in whole seconds.
      const end = Math.floor((clock.nowMs() + lifeMs) / 1_000);
      const ticket = `${grant.swarmId}.${end}.${digestOf(grant, String(end)).toString('base64url')}`;
      return { ticket, expiresAtMs: end * 1_000 };
    },
    read(ticket, by) {
      const [swarmId = '', end = '', signature = '', ...more] = ticket.split('.');
      const given = decodeBase64url(signature);
      const digest = digestOf({ ...by, swarmId }, end);
      if (more.length > 0 || given?.length !== digest.length || !timingSafeEqual(given, digest)) return undefined;
      return Number(end) * 1_000 > clock.nowMs() ? swarmId : undefined;
    },
  };
}

/** Names a media of a room: 22 characters that reveal nothing about it. */
export function swarmIdOf(roomId: string, media: string): string {
  return createHash('sha256')
    .update(JSON.stringify([roomId, media]))
    .digest()
    .subarray(0, 16)
    .toString('base64url');
}
