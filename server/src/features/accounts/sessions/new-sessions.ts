import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { type Random, secretText } from '../../../kernel/random.ts';
import type { Tx } from '../../../store/database.ts';
import type { UserRow } from '../users/users.port.ts';
import type { Device, Sessions, SignInMethod } from './sessions.port.ts';
import { insertRefreshToken, insertSession, type SessionTables } from './sessions.store.ts';
import type { IssueTokens } from './token-pairs.ts';
import { hashToken, refreshTokenSeconds } from './tokens.ts';

interface Parts {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly issue: IssueTokens;
}

/** Begins sessions: at once, or with a refresh token that a client received before its account existed. */
export function makeNewSessions({
  clock,
  random,
  ids,
  issue,
}: Parts): Pick<Sessions, 'begin' | 'reserve' | 'beginReserved'> {
  const now = () => dateOf(clock.nowMs());

  async function insert(tx: Tx, user: UserRow, method: SignInMethod, { userAgent, address }: Device): Promise<string> {
    const id = ids.make('ses');
    await insertSession(tx.query<SessionTables>(), {
      id,
      user_id: user.id,
      credential_version: user.credential_version,
      user_agent: userAgent.slice(0, 256),
      address,
      method,
      created_at: now(),
      last_used_at: now(),
      revoked_at: null,
    });
    return id;
  }

  return {
    begin: async (tx, user, method, device) => issue(tx, user.id, await insert(tx, user, method, device)),
    reserve({ userAgent, address }) {
      const refreshToken = secretText(random);
      const refreshTokenHash = hashToken(refreshToken).toString('hex');
      return { refreshToken, reserved: { refreshTokenHash, userAgent, address } };
    },
    async beginReserved(tx, user, { refreshTokenHash, ...device }) {
      const sessionId = await insert(tx, user, 'registration', device);
      await insertRefreshToken(tx.query<SessionTables>(), {
        hash: Buffer.from(refreshTokenHash, 'hex'),
        session_id: sessionId,
        expires_at: dateOf(clock.nowMs() + refreshTokenSeconds * 1000),
        used_at: null,
      });
    },
  };
}
