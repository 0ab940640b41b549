/** The accounts at OAuth2 providers that a user has linked. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { LinkedProviderSchema } from '@matinee/contract/gen/service/oauth2/oauth2_pb.ts';
import type { Identity } from '../../../drivers/oauth/identity.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import type { FactorGuard, LinkedSignIn } from '../mfa/mfa.port.ts';
import type { CredentialKind } from '../registrations/registrations.port.ts';
import type { Sessions } from '../sessions/sessions.port.ts';
import { oauth2Errors } from './oauth2.errors.ts';
import { deleteLink, findLink, insertLink, type LinkRow, listLinks, type OAuth2Tables } from './oauth2.store.ts';
import { kindOf, type makeRegistry } from './registry.ts';

export interface LinkParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly registry: ReturnType<typeof makeRegistry>;
  readonly sessions: Sessions;
  readonly guard: FactorGuard;
  readonly audit: Audit;
}

/** A user's account at a provider. Stored as JSON while a sign-up awaits its review. */
export type LinkedAccount = Pick<LinkRow, 'instance' | 'issuer' | 'subject' | 'account_name'>;

/** Maximum length of an account name from a provider that we store, in characters. */
const maxAccountName = 100;

export function toAccount(instance: string, { issuer, subject, names }: Identity): LinkedAccount {
  const [name = ''] = names;
  // Remove control characters and lone surrogates: PostgreSQL cannot store some of them, and all are invisible.
  const visible = name.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  return { instance, issuer, subject, account_name: [...visible].slice(0, maxAccountName).join('') };
}

export function makeLinks({ db, clock, registry, sessions, guard, audit }: LinkParts) {
  const put = (tx: Tx, userId: string, account: LinkedAccount): Promise<boolean> =>
    insertLink(tx.query<OAuth2Tables>(), { ...account, user_id: userId, linked_at: dateOf(clock.nowMs()) });

  const kind: CredentialKind = {
    kind: 'oauth2',
    async attach(tx, userId, value) {
      if (!(await put(tx, userId, value as LinkedAccount))) throw oauth2Errors.linked_elsewhere();
    },
  };

  return {
    kind,
    linkedSignIn: makeLinkedSignIn(registry),
    find: (account: LinkedAccount): Promise<LinkRow | undefined> => findLink(db.query<OAuth2Tables>(), account),

    /** Linking an account again that this user has already linked changes nothing. [OA13] */
    bind: (account: LinkedAccount, call: Call<UserPrincipal>) =>
      db.write(async (tx) => {
        const { userId, sessionId } = call.principal;
        const isNew = await put(tx, userId, account);
        const link = await findLink(tx.query<OAuth2Tables>(), account);
        if (!link) throw oauth2Errors.already_linked();
        if (link.user_id !== userId) throw oauth2Errors.linked_elsewhere();
        if (isNew) {
          await sessions.credentialsChanged(tx, userId, sessionId);
          await audit.record(tx, call, {
            action: 'oauth2.linked',
            target: userId,
            details: { provider: account.instance, account: account.account_name },
            notice: { template: 'account_linked', userId },
          });
        }
        return toLinkedProvider(link, registry);
      }),

    /** [OA17] */
    list: async ({ userId }: UserPrincipal) => ({
      providers: (await listLinks(db.query<OAuth2Tables>(), userId)).map((link) => toLinkedProvider(link, registry)),
    }),

    /** [OA18] */
    unlink: (instance: string, call: Call<UserPrincipal>) =>
      db.write(async (tx) => {
        const { userId, sessionId } = call.principal;
        const link = await guard.remove(tx, userId, () => deleteLink(tx.query<OAuth2Tables>(), userId, instance));
        if (!link) throw oauth2Errors.not_linked();
        await sessions.credentialsChanged(tx, userId, sessionId);
        await audit.record(tx, call, {
          action: 'oauth2.unlinked',
          target: userId,
          details: { provider: instance, account: link.account_name },
          notice: { template: 'account_unlinked', userId },
        });
        return {};
      }),
  };
}

/** A link counts only while its provider is configured. Otherwise it cannot sign the user in. */
const makeLinkedSignIn = (registry: LinkParts['registry']): LinkedSignIn => ({
  async has(reader, userId) {
    const links = await listLinks(reader.query<OAuth2Tables>(), userId);
    return links.some(({ instance }) => registry.find(instance) !== undefined);
  },
});

function toLinkedProvider(
  link: LinkRow,
  registry: LinkParts['registry'],
): MessageInitShape<typeof LinkedProviderSchema> {
  const provider = registry.find(link.instance);
  return {
    instanceName: link.instance,
    kind: provider ? kindOf(provider) : '',
    accountName: link.account_name,
    linkedAt: timestampFromDate(link.linked_at),
    available: provider !== undefined,
  };
}
