import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { CloseAccountRequest } from '@matinee/contract/gen/service/client/closure_pb.ts';
import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { emitTermination } from '../../../realtime/terminations.ts';
import type { Database } from '../../../store/database.ts';
import type { Verifications } from '../../accounts/mfa/mfa.port.ts';
import type { Sessions } from '../../accounts/sessions/sessions.port.ts';
import { type Users, userErrors, usernameKey } from '../../accounts/users/users.port.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import type { Members } from '../members/members.port.ts';
import type { RoomSuccessions } from '../room-ownership/room-ownership.port.ts';
import type { RoomCare } from '../rooms/rooms.port.ts';
import { type AccountClosing, restorableMs } from './closure.port.ts';

export interface ClosureParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly members: Members;
  readonly rooms: RoomCare;
  readonly successions: RoomSuccessions;
  readonly verifications: Verifications;
  readonly audit: Audit;
}

export function makeClosure(parts: ClosureParts) {
  const { db, clock, users, sessions, members, rooms, successions, verifications, audit } = parts;

  const closing: AccountClosing = {
    async close(tx, userId) {
      const passed = await successions.passOnAll(tx, userId);
      await users.change(tx, userId, { deleted_at: dateOf(clock.nowMs()) });
      await users.freeName(tx, userId);
      await members.setAside(tx, userId);
      await sessions.credentialsChanged(tx, userId);
      const ids = await rooms.listIdsOf(tx, userId);
      emitTermination(tx, { by: 'room', ids, code: TerminationCode.ROOM_CLOSED });
      await successions.announce(tx, passed);
    },
  };

  return {
    closing,
    /** [CLS1] [CLS2] [CLS3] */
    async closeOwn({ verificationId, username }: CloseAccountRequest, call: Call<UserPrincipal>) {
      const { userId } = call.principal;
      if (usernameKey(username) !== usernameKey(call.principal.username)) throw userErrors.name_mismatch();
      await verifications.require(call.principal, SensitiveOperation.ACCOUNT_CLOSE, verificationId);
      await db.write(async (tx) => {
        const { row, isLastRoot } = await users.lock(tx, userId);
        if (isLastRoot) throw userErrors.last_root();
        await closing.close(tx, userId);
        await audit.record(tx, call, { action: 'user.closed', target: userId, details: { username: row.username } });
      });
      return { restorableUntil: timestampFromDate(dateOf(clock.nowMs() + restorableMs)) };
    },
  };
}
