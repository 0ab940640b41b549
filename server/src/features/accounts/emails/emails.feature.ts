import { AuthService } from '@matinee/contract/gen/service/client/auth_service_pb.ts';
import { EmailService } from '@matinee/contract/gen/service/client/email_service_pb.ts';
import { LoginMethod } from '@matinee/contract/gen/service/client/sessions_pb.ts';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import type { Passwords } from '../../../drivers/passwords/passwords.ts';
import { dateOf } from '../../../kernel/clock.ts';
import { parseEmailAddress } from '../../../kernel/email-address.ts';
import { handle, handleUser } from '../../../kernel/handler.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Random } from '../../../kernel/random.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { makeWorker, type Worker } from '../../../kernel/worker.ts';
import type { Relay } from '../../../store/events/relay.ts';
import type { Subscription } from '../../../store/events/subscription.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import type { Feature } from '../../feature.ts';
import type { mailSettings } from '../../record/mail/mail.settings.ts';
import type { AccountPasswords } from '../passwords/passwords.port.ts';
import type { CredentialKind, Registrations } from '../registrations/registrations.port.ts';
import type { sessionSettings } from '../sessions/sessions.settings.ts';
import type { SignIns } from '../sign-ins/sign-ins.ts';
import { type BindingParts, makeEmailBinding } from './email-binding.service.ts';
import { makeEmailCodes, makeEmailFactor } from './email-codes.ts';
import { makeEmailRegistration } from './email-registration.service.ts';
import { makeEmailRequests, type RequestParts, requestTopic } from './email-requests.service.ts';
import { makeEmailSignIn, makeTakeOwnerToken } from './email-sign-in.service.ts';
import { deleteExpiredTokens, type EmailTokenTables } from './email-tokens.store.ts';
import { makeEmailTokens } from './email-tokens.ts';
import { makeEmailUnbinding, type UnbindingParts } from './email-unbinding.service.ts';
import { makeMailBudget } from './mail-budget.ts';
import { makeNewPasswords } from './new-passwords.ts';
import { makeOwnEmail } from './own-email.service.ts';
import { makePasswordReset } from './password-reset.service.ts';
import { personalData } from './personal-data.ts';
import { makeRequestedMails, type RequestedMailParts } from './requested-mails.service.ts';

interface Parts
  extends Omit<RequestParts, 'budget'>,
    Omit<RequestedMailParts, 'tokens'>,
    Pick<BindingParts, 'lockout'>,
    UnbindingParts {
  readonly relay: Relay;
  readonly keyValue: KeyValue;
  readonly random: Random;
  readonly log: Log;
  /** A secret that is the same on all replicas and after restarts. The key for mailed codes is derived from it. */
  readonly secret: string;
  readonly signIns: SignIns;
  readonly registrations: Registrations;
  readonly passwords: AccountPasswords;
  readonly opaque: Pick<Passwords, 'answerRegistration' | 'acceptRecord'>;
  readonly settings: {
    readonly mail: SettingValues<typeof mailSettings>;
    readonly sessions: SettingValues<typeof sessionSettings>;
  };
}

/** New requests wake the worker. This interval, in milliseconds, is for requests that a crash left behind. */
const periodMs = 15_000;
const cleaningPeriodMs = 3_600_000;

/** Email addresses of accounts, and all operations with mailed codes. */
export function emailsFeature(parts: Parts): Feature {
  const { clock, log, mail, addresses, users, settings } = parts;
  const given = {
    ...parts,
    allowList: () => ({ enabled: settings.mail.whitelistEnabled, entries: settings.mail.whitelistDomains }),
    tokens: makeEmailTokens(parts),
    budget: makeMailBudget(parts.keyValue),
    newPasswords: makeNewPasswords(parts.keyValue, parts.random, parts.opaque),
  };
  const requests = makeEmailRequests(given);
  const takeOwnerToken = makeTakeOwnerToken({ ...given, users });
  const signIn = makeEmailSignIn({ ...given, requests, takeOwnerToken });
  const registration = makeEmailRegistration({ ...given, requests, settings: settings.sessions });
  const binding = makeEmailBinding({ ...given, requests });
  const unbind = makeEmailUnbinding(parts);
  const getOwn = makeOwnEmail(parts);
  const reset = makePasswordReset({ ...given, users, requests, takeOwnerToken });
  const worker = makeWorker({ name: 'email requests', clock, log, periodMs, work: makeRequestedMails(given).work });
  const kind: CredentialKind = {
    kind: 'email',
    attach: async (tx, userId, value) =>
      void (await addresses.put(tx, userId, parseEmailAddress((value as { address: string }).address)!)),
  };
  const auth = AuthService.method;
  const user = UserService.method;
  const email = EmailService.method;
  return {
    name: 'emails',
    personalData,
    tables: ['email_requests', 'email_tokens'],
    loginMethods: () => (mail.isConfigured() ? [LoginMethod.EMAIL] : []),
    credentialKinds: [kind],
    localFactors: [makeEmailFactor(parts)],
    mfaProviders: [makeEmailCodes(given)],
    bindings: [
      handle(auth.requestEmailLogin, (request) => signIn.request(request)),
      handle(auth.login, (request, call) => signIn.login(request, call)),
      handle(auth.requestEmailRegistration, (request) => registration.request(request)),
      handle(auth.confirmEmailRegistration, (request, call) => registration.confirm(request, call)),
      handle(email.requestPasswordReset, (request) => reset.request(request)),
      handle(email.startOpaquePasswordReset, (request, call) => reset.start(request, call)),
      handle(email.finishOpaquePasswordReset, (request, call) => reset.finish(request, call)),
      handleUser(user.getEmail, (_, call) => getOwn(call.principal)),
      handleUser(user.startEmailBind, (request, call) => binding.start(request, call)),
      handleUser(user.confirmEmailBind, (request, call) => binding.confirm(request, call)),
      handleUser(user.unbindEmail, unbind),
    ],
    parts: [worker, requestNotices(parts, worker), tokenCleaning(parts)],
  };
}

/** Wakes the worker at each new request. */
function requestNotices({ relay }: Pick<Parts, 'relay'>, worker: Worker): Part {
  let subscription: Subscription | undefined;
  return {
    name: 'email request notices',
    start: async () => {
      subscription = relay.subscribe(requestTopic, 'now', () => worker.wake());
    },
    stop: async () => subscription?.close(),
  };
}

/** Deletes tokens some time after they have expired. */
function tokenCleaning({ db, clock, log }: Pick<Parts, 'db' | 'clock' | 'log'>): Part {
  return makeWorker({
    name: 'cleaning of mailed codes',
    clock,
    log,
    periodMs: cleaningPeriodMs,
    work: () => deleteExpiredTokens(db.query<EmailTokenTables>(), dateOf(clock.nowMs())),
    runsAtStart: false,
  });
}
