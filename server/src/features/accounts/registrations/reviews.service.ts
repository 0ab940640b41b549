import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type ApproveUserRegistrationReviewRequest,
  type ListUserRegistrationReviewsRequest,
  type RejectUserRegistrationReviewRequest,
  ReviewStatus,
  SignupMethod,
  type UserRegistrationReviewSchema,
} from '@matinee/contract/gen/service/client/reviews_pb.ts';
import type { AdminPrincipal, Call } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database, Tx } from '../../../store/database.ts';
import { pageOf } from '../../../store/queries/page.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { usernameKey } from '../users/users.port.ts';
import { registrationErrors } from './registrations.errors.ts';
import type { Signup } from './registrations.port.ts';
import {
  decideReview,
  listReviews,
  lockReview,
  type RegistrationTables,
  type ReviewRow,
} from './registrations.store.ts';
import type { Decision, ReviewNotices } from './review-notices.ts';

type AdminCall = Call<AdminPrincipal>;

interface ReviewParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly notices: ReviewNotices;
  readonly createAccount: (tx: Tx, signup: Signup) => Promise<unknown>;
}

const statusNames: Readonly<Record<string, ReviewStatus>> = {
  pending: ReviewStatus.PENDING,
  approved: ReviewStatus.APPROVED,
  rejected: ReviewStatus.REJECTED,
};
const methods: Readonly<Record<string, SignupMethod>> = {
  password: SignupMethod.PASSWORD,
  email: SignupMethod.EMAIL,
  passkey: SignupMethod.PASSKEY,
  oauth2: SignupMethod.OAUTH2,
  instant: SignupMethod.INSTANT,
};

/** Lets administrators decide about registrations that need a review. */
export function makeReviews(parts: ReviewParts) {
  const { db, createAccount } = parts;
  const decide = deciding(parts);

  return {
    /** [RG4] */
    async list({ status, search, page, pageSize }: ListUserRegistrationReviewsRequest) {
      const { rows, total } = await listReviews(db.query<RegistrationTables>(), {
        status: nameOf(status),
        search: usernameKey(search),
        ...pageOf({ page, pageSize }),
      });
      return { reviews: rows.map(toReview), total };
    },
    /** [RG5] */
    approve: ({ reviewIds }: ApproveUserRegistrationReviewRequest, call: AdminCall) =>
      db.write(async (tx) => {
        const rows = await decide(tx, call, reviewIds, { approved: true, reason: '' });
        for (const { user_id: userId, username, chosen_name: chosenName, method, credentials } of rows) {
          await createAccount(tx, {
            userId,
            username,
            chosenName,
            method: method as Signup['method'],
            credentials,
            needsReview: false,
          });
        }
        return { userIds: rows.map((row) => row.user_id) };
      }),
    /** [RG6] */
    reject: ({ reviewIds, reason }: RejectUserRegistrationReviewRequest, call: AdminCall) =>
      db.write(async (tx) => {
        await decide(tx, call, reviewIds, { approved: false, reason });
        return {};
      }),
  };
}

/** Decides all of `ids` or none. @throws AppError `registrations.not_found`, `registrations.decided`. */
function deciding({ clock, audit, notices }: Pick<ReviewParts, 'clock' | 'audit' | 'notices'>) {
  return async (tx: Tx, call: AdminCall, ids: readonly string[], decision: Decision) => {
    const { approved, reason } = decision;
    const rows: ReviewRow[] = [];
    // Every call locks reviews in the same order, so that two administrators who decide about the same ones cannot
    // deadlock.
    for (const id of [...ids].sort()) {
      const row = await lockReview(tx.query<RegistrationTables>(), id);
      if (!row) throw registrationErrors.not_found({ metadata: { review_id: id } });
      if (row.status !== 'pending') throw registrationErrors.decided({ metadata: { review_id: id } });
      await decideReview(tx.query<RegistrationTables>(), id, {
        status: approved ? 'approved' : 'rejected',
        decided_at: dateOf(clock.nowMs()),
        decided_by: call.principal.kind === 'user' ? call.principal.username : 'operator',
        reason,
      });
      await audit.record(tx, call, {
        action: approved ? 'registration.approved' : 'registration.rejected',
        target: id,
        details: { username: row.username, method: row.method, ...(reason ? { reason } : {}) },
      });
      await notices.decided(tx, row, decision);
      rows.push(row);
    }
    return ids.map((id) => rows.find((row) => row.id === id)!);
  };
}

function nameOf(status: ReviewStatus): string {
  return Object.entries(statusNames).find(([, value]) => value === status)?.[0] ?? 'pending';
}

function toReview(row: ReviewRow): MessageInitShape<typeof UserRegistrationReviewSchema> {
  return {
    id: row.id,
    username: row.username,
    method: methods[row.method] ?? SignupMethod.UNSPECIFIED,
    createdAt: timestampFromDate(row.created_at),
    status: statusNames[row.status] ?? ReviewStatus.UNSPECIFIED,
    reason: row.reason,
    ...(row.email ? { email: row.email } : {}),
    ...(row.decided_at ? { decidedAt: timestampFromDate(row.decided_at) } : {}),
    ...(row.decided_by === null ? {} : { decidedBy: row.decided_by }),
  };
}
