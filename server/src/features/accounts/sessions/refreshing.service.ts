import type { UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import { endSessions } from './end-sessions.ts';
import { authErrors } from './sessions.errors.ts';
import {
  deleteEndedSessions,
  findLiveSession,
  findRefresher,
  findRefreshToken,
  type SessionTables,
  touchSession,
  useRefreshToken,
} from './sessions.store.ts';
import type { IssueTokens } from './token-pairs.ts';
import { hashToken, refreshTokenSeconds } from './tokens.ts';

export interface RefreshParts {
  readonly db: Database;
  readonly clock: Clock;
  /** Takes one refresh from the budget of a user. @throws AppError when the budget is empty. */
  readonly takeRefresh: (userId: string) => Promise<void>;
  readonly issue: IssueTokens;
}

/** Refreshes sessions, and ends them at sign-out or when they expire. */
export function makeRefreshing({ db, clock, takeRefresh, issue }: RefreshParts) {
  const now = () => dateOf(clock.nowMs());
  return {
    /** [SE5] [SE6] [SE15] */
    async refresh(refreshToken: string, address: string) {
      const hash = hashToken(refreshToken);
      const userId = await findRefresher(db.query<SessionTables>(), hash, now());
      // A call over the budget writes nothing, so its token still works later.
      if (userId !== undefined) await takeRefresh(userId);
      const tokens = await db.write(async (tx) => {
        const used = await useRefreshToken(tx.query<SessionTables>(), hash, now());
        const session = used && (await findLiveSession(tx.query<SessionTables>(), used.session_id));
        if (session && !session.banned) {
          await touchSession(tx.query<SessionTables>(), session.id, address, now());
          return issue(tx, session.user_id, session.id);
        }
        const replayed = used ? undefined : await findRefreshToken(tx.query<SessionTables>(), hash);
        if (replayed?.used_at) await endSessions(tx, { sessionId: replayed.session_id }, now());
        return undefined;
      });
      if (!tokens) throw authErrors.invalid_refresh_token();
      return tokens;
    },
    /** [SE7] */
    async logout({ sessionId }: UserPrincipal) {
      await db.write((tx) => endSessions(tx, { sessionId }, now()));
      return {};
    },
    /** Deletes sessions and tokens that no longer work. */
    clean: () =>
      db.write((tx) =>
        deleteEndedSessions(tx.query<SessionTables>(), dateOf(clock.nowMs() - refreshTokenSeconds * 1000)),
      ),
  };
}
