import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { CreateAccountExportRequest } from '@matinee/contract/gen/service/client/account_exports_pb.ts';
import { SensitiveOperation } from '@matinee/contract/gen/service/client/two_factor_pb.ts';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { AdminPrincipal, Call, OperatorPrincipal, UserPrincipal } from '../../../kernel/call.ts';
import { dateOf } from '../../../kernel/clock.ts';
import type { ByteAnswer, ByteRequest } from '../../../kernel/http/byte-routes.ts';
import { publicPath } from '../../../kernel/http/public-path.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Database } from '../../../store/database.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import { makeOneTimeValues, type OneTimeValues } from '../../../store/key-value/one-time-values.ts';
import type { Verifications } from '../../accounts/mfa/mfa.port.ts';
import type { Sessions } from '../../accounts/sessions/sessions.port.ts';
import type { Users } from '../../accounts/users/users.port.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { accountExportsErrors } from './account-exports.errors.ts';
import { type ArchiveParts, readArchive, sendArchive } from './archive.ts';
import { makeRunningExports, type RunningExports } from './running-exports.ts';

export interface AccountExportParts extends ArchiveParts {
  readonly db: Database;
  readonly keyValue: KeyValue;
  readonly random: Random;
  readonly users: Users;
  readonly sessions: Pick<Sessions, 'resume'>;
  readonly verifications: Verifications;
  readonly audit: Audit;
}

/** Path of the archives; the rest of an address is its ticket. */
export const archives = '/api/account-exports';
/** How long an address is valid, in milliseconds: long enough for a click. */
const lifeMs = 60_000;

/** The right to one download. */
interface Ticket {
  readonly userId: string;
  readonly sessionId: string;
  readonly expiresAtMs: number;
}

export function makeAccountExports(parts: AccountExportParts) {
  const { db, clock, users, verifications, audit } = parts;
  const tickets = makeOneTimeValues<Ticket>(parts, 'account-export-ticket', lifeMs);
  const running = makeRunningExports(parts);

  function record(call: Call, userId: string): Promise<void> {
    return db.write(async (tx) => {
      const { row } = await users.lock(tx, userId);
      await audit.record(tx, call, { action: 'user.exported', target: userId, details: { username: row.username } });
    });
  }

  async function makeAddress(call: Call<UserPrincipal>, userId: string) {
    await running.expectPlace(userId);
    await record(call, userId);
    const { sessionId, expiresAtMs } = call.principal;
    const ticket = await tickets.keep({ userId, sessionId, expiresAtMs });
    return {
      url: publicPath(`${archives}/${ticket}`),
      expiresAt: timestampFromDate(dateOf(clock.nowMs() + lifeMs)),
    };
  }

  return {
    open: (request: ByteRequest) => open(parts, tickets, running, request),
    /** [AX4] */
    async createOwn({ verificationId }: CreateAccountExportRequest, call: Call<UserPrincipal>) {
      await verifications.require(call.principal, SensitiveOperation.ACCOUNT_EXPORT, verificationId);
      return makeAddress(call, call.principal.userId);
    },
    /** [AX5] */
    async createOf(userId: string, call: Call<AdminPrincipal>) {
      // The operator has no session to bind an address to, and receives the bytes in the stream.
      if (call.principal.kind !== 'user') throw accountExportsErrors.by_stream();
      return makeAddress(call as Call<UserPrincipal>, userId);
    },
    /** [AX5] */
    async *stream(userId: string, call: Call<OperatorPrincipal>): AsyncGenerator<{ data: Uint8Array }> {
      const free = await running.take(userId);
      try {
        await record(call, userId);
        for await (const data of readArchive(parts, userId, call.signal)) yield { data };
      } finally {
        free();
      }
    },
  };
}

/** [AX4] [AX6] */
async function open(
  parts: AccountExportParts,
  tickets: OneTimeValues<Ticket>,
  running: RunningExports,
  request: ByteRequest,
): Promise<ByteAnswer> {
  const { clock, sessions } = parts;
  await request.spend();
  // A HEAD request must not consume the one-time address.
  const ticket = request.method === 'GET' ? await tickets.take(request.params.ticket!) : undefined;
  if (!ticket) throw accountExportsErrors.invalid();
  const reader = await sessions.resume(ticket.sessionId, ticket.expiresAtMs);
  // The administrator may have lost the role since.
  if (reader.userId !== ticket.userId && reader.role !== UserRole.ROOT) throw accountExportsErrors.invalid();
  const free = await running.take(ticket.userId);
  const day = dateOf(clock.nowMs()).toISOString().slice(0, 10);
  return {
    status: 200,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="matinee-${ticket.userId}-${day}.zip"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    write: (out) =>
      sendArchive(readArchive(parts, ticket.userId, request.signal), out, { clock, signal: request.signal }),
    close: free,
  };
}
