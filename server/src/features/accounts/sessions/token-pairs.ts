import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { type Random, secretText } from '../../../kernel/random.ts';
import type { Tx } from '../../../store/database.ts';
import type { Tokens } from './sessions.port.ts';
import { insertRefreshToken, type SessionTables } from './sessions.store.ts';
import { type AccessTokens, hashToken, refreshTokenSeconds } from './tokens.ts';

interface Parts {
  readonly clock: Clock;
  readonly random: Random;
  readonly accessTokens: AccessTokens;
}

/** Makes a session's next pair of tokens, and stores the refresh token in `tx`. */
export type IssueTokens = (tx: Tx, userId: string, sessionId: string) => Promise<Tokens>;

export function makeIssueTokens({ clock, random, accessTokens }: Parts): IssueTokens {
  return async (tx, userId, sessionId) => {
    const refreshToken = secretText(random);
    await insertRefreshToken(tx.query<SessionTables>(), {
      hash: hashToken(refreshToken),
      session_id: sessionId,
      expires_at: dateOf(clock.nowMs() + refreshTokenSeconds * 1000),
      used_at: null,
    });
    const { token, expiresAtMs } = await accessTokens.issue(userId, sessionId);
    return { accessToken: token, refreshToken, accessTokenExpiresAt: timestampFromMs(expiresAtMs) };
  };
}
