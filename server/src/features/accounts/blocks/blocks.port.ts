import type { Reader } from '../../../store/database.ts';

/** Blocks between accounts, for other features. */
export interface Blocks {
  /** Whether `userId` has blocked `blockedId`. */
  has(reader: Reader, userId: string, blockedId: string): Promise<boolean>;
}
