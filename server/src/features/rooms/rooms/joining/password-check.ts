import type { Asker, Passwords } from '../../../../drivers/passwords/passwords.ts';
import type { KeyValue } from '../../../../store/key-value/key-value.ts';
import { roomErrors } from '../rooms.errors.ts';
import type { RoomView } from '../rooms.store.ts';

/**
 * After this many wrong passwords of one user for one room within the window, the server refuses further ones without
 * checking them.
 */
const maxWrongPasswords = 5;
const wrongPasswordWindowMs = 300_000;

/**
 * Counts guesses at the password of a room. `who`: the user or network whose guesses count together, across all ways to
 * guess. [RO11]
 */
export interface PasswordCheck {
  /**
   * Counts a guess as wrong before checking it, so that concurrent guesses cannot exceed the limit. @throws AppError
   * `rooms.locked_out`.
   */
  count(roomId: string, who: string): Promise<void>;
  /** Resets the count after a right guess. */
  forget(roomId: string, who: string): Promise<void>;
  /**
   * Checks a password that the server receives in plain text. @throws AppError `rooms.wrong_password`,
   * `rooms.locked_out`.
   */
  direct(row: RoomView, password: string | undefined, who: string, asker?: Asker): Promise<void>;
}

export function makePasswordCheck({
  keyValue,
  passwords,
}: {
  readonly keyValue: KeyValue;
  readonly passwords: Passwords;
}): PasswordCheck {
  const key = (roomId: string, who: string) => `roompass:${roomId}:${who}`;
  const check: PasswordCheck = {
    async count(roomId, who) {
      const guesses = await keyValue.orLocal.increment(key(roomId, who), wrongPasswordWindowMs);
      if (guesses > maxWrongPasswords) throw roomErrors.locked_out({ retryAfterSeconds: wrongPasswordWindowMs / 1000 });
    },
    async forget(roomId, who) {
      await keyValue.orLocal.delete(key(roomId, who));
    },
    async direct(row, password, who, asker) {
      if (password === undefined) throw roomErrors.wrong_password();
      await check.count(row.id, who);
      if (!(await passwords.verify(row.id, password, row.password_record ?? undefined, asker)))
        throw roomErrors.wrong_password();
      await check.forget(row.id, who);
    },
  };
  return check;
}
