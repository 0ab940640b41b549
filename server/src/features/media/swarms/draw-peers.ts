import type { Random } from '../../../kernel/random.ts';

/** Most peers in one answer. */
export const mostDrawn = 16;

/** Draws some of the other peers with equal probability. */
export function drawPeers(others: readonly string[], random: Pick<Random, 'bytes'>): string[] {
  const left = [...others];
  const drawn: string[] = [];
  while (drawn.length < mostDrawn && left.length > 0) {
    const [peer] = left.splice(random.bytes(4).readUInt32BE() % left.length, 1);
    drawn.push(peer!);
  }
  return drawn;
}
