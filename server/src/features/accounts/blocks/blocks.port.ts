import type { Reader } from '../../../store/database.ts';

/** What other features may ask about who blocked whom. */
export interface Blocks {
  /** Whether `userId` has blocked `blockedId`. */
  has(reader: Reader, userId: string, blockedId: string): Promise<boolean>;
}
