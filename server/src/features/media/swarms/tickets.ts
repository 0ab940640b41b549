/** Swarms of media, and the tickets for entering them. [SW1] [SW2] */
import { createHash } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.ts';
import { makeFieldSigner } from '../../../kernel/signing/field-signer.ts';

const lifeMs = 24 * 60 * 60_000;

/** The grant of a ticket: this account may enter this swarm. */
export interface SwarmGrant {
  readonly roomId: string;
  readonly swarmId: string;
  readonly userId: string;
}

export interface SwarmTickets {
  make(grant: SwarmGrant): { readonly ticket: string; readonly expiresAtMs: number };
  /** The swarm that a valid ticket opens for this account in this room; undefined for any other text. */
  read(ticket: string, by: Omit<SwarmGrant, 'swarmId'>): string | undefined;
}

/** `secret` is the server's secret. */
export function makeSwarmTickets(secret: string, clock: Clock): SwarmTickets {
  const signer = makeFieldSigner(secret, 'matinee swarm tickets');
  return {
    make({ roomId, swarmId, userId }) {
      // Tickets use whole seconds.
      const end = Math.floor((clock.nowMs() + lifeMs) / 1_000);
      const ticket = `${swarmId}.${end}.${signer.sign(roomId, swarmId, userId, String(end))}`;
      return { ticket, expiresAtMs: end * 1_000 };
    },
    read(ticket, { roomId, userId }) {
      const [swarmId = '', end = '', signature = '', ...more] = ticket.split('.');
      if (more.length > 0 || !signer.isValid(signature, roomId, swarmId, userId, end)) return undefined;
      return Number(end) * 1_000 > clock.nowMs() ? swarmId : undefined;
    },
  };
}

/** The id of a room's media: 22 characters that reveal nothing about it. */
export function swarmIdOf(roomId: string, media: string): string {
  return createHash('sha256')
    .update(JSON.stringify([roomId, media]))
    .digest()
    .subarray(0, 16)
    .toString('base64url');
}
