/** Signs people in or up with a linked account that a provider has confirmed. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ExchangeAuthorizationCodeResponseSchema } from '@matinee/contract/gen/service/oauth2/oauth2_pb.ts';
import type { Call } from '../../../kernel/call.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Registrations } from '../registrations/registrations.port.ts';
import type { SignIns } from '../sign-ins/sign-ins.ts';
import { toUser, type Users } from '../users/users.port.ts';
import { displayNameAmong } from './display-name.ts';
import type { LinkedAccount, makeLinks } from './links.service.ts';
import { oauth2Errors } from './oauth2.errors.ts';
import type { OAuth2Provider } from './provider-settings.ts';
import { suggestUsername } from './usernames.ts';

export interface LinkedSignInParts {
  readonly random: Random;
  readonly ids: Ids;
  readonly users: Users;
  readonly signIns: SignIns;
  readonly registrations: Registrations;
  readonly links: ReturnType<typeof makeLinks>;
}

export type ExchangeAnswer = MessageInitShape<typeof ExchangeAuthorizationCodeResponseSchema>;

/**
 * Number of names that the server tries for a new account. Each has 90 000 numbers to choose from, so the last one is
 * free.
 */
const maxNames = 6;

export function makeLinkedSignIn({ random, ids, users, signIns, registrations, links }: LinkedSignInParts) {
  /** [OA14] */
  async function signIn(account: LinkedAccount, call: Call): Promise<ExchangeAnswer | undefined> {
    const link = await links.find(account);
    const user = link && (await users.find(link.user_id));
    if (!user) return undefined;
    const { accessToken, refreshToken, accessTokenExpiresAt, mfa } = await signIns.complete(user, 'oauth2', call);
    return {
      accessToken,
      refreshToken,
      accessTokenExpiresAt,
      mfa,
      user: toUser(user),
      registrationReviewRequired: false,
    };
  }

  /** [OA15] [OA16] */
  async function signUp(
    provider: OAuth2Provider,
    account: LinkedAccount,
    names: readonly string[],
    call: Call,
  ): Promise<ExchangeAnswer> {
    if (!provider.enableSignup) throw oauth2Errors.signup_disabled();
    const { account_name, ...lasting } = account;
    const chosenName = displayNameAmong(names);
    for (let attempt = 0; ; attempt++) {
      const username = suggestUsername(names, attempt, random);
      try {
        return await registrations.register(
          {
            userId: ids.make('usr'),
            username,
            chosenName,
            method: 'oauth2',
            needsReview: provider.signupNeedReview,
            credentials: [{ kind: links.kind.kind, value: account }],
            once: { kind: links.kind.kind, value: lasting },
          },
          call,
        );
      } catch (cause) {
        const reason = cause instanceof AppError ? cause.reason : undefined;
        // Two first sign-ins ran concurrently, and the other one made the account.
        const answer = reason === 'oauth2.linked_elsewhere' ? await signIn(account, call) : undefined;
        if (answer) return answer;
        if (reason !== 'auth.username_taken' || attempt + 1 === maxNames) throw cause;
      }
    }
  }

  return { signIn, signUp };
}
