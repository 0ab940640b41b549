/** Sign-in with a fake Apple that answers and signs tokens as documented, in applications and in browsers. */
import { createHash } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { ExchangeAuthorizationCodeRequestSchema } from '@matinee/contract/gen/service/oauth2/oauth2_pb.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fetch } from '../../../drivers/oauth/metadata.ts';
import { makeProviders } from '../../../drivers/oauth/providers.ts';
import type { Call } from '../../../kernel/call.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { makeIds } from '../../../kernel/ids.ts';
import { makeLog } from '../../../kernel/log.ts';
import { systemRandom } from '../../../kernel/random.ts';
import type { Database } from '../../../store/database.ts';
import { memoryKeyValue } from '../../../store/key-value/memory-key-value.ts';
import { makeOneTimeValues } from '../../../store/key-value/one-time-values.ts';
import { openDatabase } from '../../../store/open-database.ts';
import type { FactorGuard } from '../mfa/mfa.port.ts';
import { makeRegistrations } from '../registrations/registrations.service.ts';
import { authErrors } from '../sessions/sessions.port.ts';
import { makeSessions } from '../sessions/sessions.service.ts';
import { makeFinishSignIn } from '../sign-ins/finish-sign-in.ts';
import { makeSignIns } from '../sign-ins/sign-ins.service.ts';
import { makeUsers } from '../users/users.service.ts';
import { makeLinks } from './links.service.ts';
import { makeOAuth2 } from './oauth2.service.ts';
import { makeRegistry } from './registry.ts';

const appId = 'org.example.app';
const webId = 'org.example.web';
const origin = 'https://watch.example.org';
const issuer = 'https://appleid.apple.com';
const [clock, random, log] = [systemClock, systemRandom, makeLog('silent')];
const ids = makeIds(clock, random);

let server: TestServer;
let db: Database;
let service: ReturnType<typeof makeOAuth2>;
/** The nonce that Apple received, which it copies into the token unchanged. */
let asked = { nonce: '', clientId: '', subject: '' };

beforeAll(async () => {
  server = await startTestServer();
  db = openDatabase({ connection: server.database, poolSize: 2, log, clock });
  service = makeService(await apple());
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
});

async function apple(): Promise<Fetch> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const answers: Record<string, () => object | Promise<object>> = {
    [`${issuer}/.well-known/openid-configuration`]: () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth/authorize`,
      token_endpoint: `${issuer}/auth/token`,
      jwks_uri: `${issuer}/auth/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    [`${issuer}/auth/keys`]: async () => ({ keys: [{ ...(await exportJWK(publicKey)), kid: 'a', alg: 'RS256' }] }),
    [`${issuer}/auth/token`]: async () => ({
      access_token: 'an access token',
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: await new SignJWT({ nonce: asked.nonce, nonce_supported: true })
        .setProtectedHeader({ alg: 'RS256', kid: 'a' })
        .setIssuer(issuer)
        .setAudience(asked.clientId)
        .setSubject(asked.subject)
        .setIssuedAt()
        .setExpirationTime('10m')
        .sign(privateKey),
    }),
  };
  return async (url) => Response.json(await answers[url]!());
}

function makeService(fetch: Fetch) {
  const users = makeUsers({ db, clock, isNameAwaited: async () => false, tellAvailability: async () => undefined });
  const bannedError = async () => authErrors.banned();
  const { sessions } = makeSessions({
    db,
    users,
    clock,
    random,
    ids,
    jwtSecret: 'a secret of enough characters to sign',
    bannedError,
  });
  const finish = makeFinishSignIn({ db, sessions, bannedError });
  const signIns = makeSignIns({ db, bannedError, finish, challenge: async () => undefined });
  const settings = {
    providers: [
      {
        instanceName: 'apple',
        enableSignup: true,
        signupNeedReview: false,
        apple: {
          nativeClientId: appId,
          nativeClientSecret: 'a secret',
          webClientId: webId,
          webClientSecret: 'another secret',
        },
      },
    ],
    allowedRedirectUrls: [],
  };
  const registry = makeRegistry(settings);
  const guard: FactorGuard = { remove: (_tx, _userId, removal) => removal() };
  const links = makeLinks({ db, clock, registry, sessions, guard, audit: { record: async () => undefined } });
  const { registrations } = makeRegistrations({ db, users, sessions, clock, ids, kinds: () => [links.kind] });
  const keyValue = memoryKeyValue({ clock, log });
  return makeOAuth2({
    states: makeOneTimeValues({ keyValue, random }, 'oauth2:state'),
    random,
    ids,
    log,
    users,
    signIns,
    registrations,
    settings,
    registry,
    links,
    providers: makeProviders(fetch, clock),
    ownUrls: () => [origin],
  });
}

const call = { principal: { kind: 'anonymous' }, userAgent: 'test', address: '192.0.2.1' } as Call;

/** Requests a nonce, sends Apple the result of `hash` for it, and exchanges the code. */
async function signIn(hash: (nonce: string) => string) {
  const { state, nonce, ...rest } = await service.authorize({ provider: 'apple', redirectUrl: '', native: true });
  expect(rest).toEqual({});
  asked = { nonce: hash(nonce!), clientId: appId, subject: '000123.abc.0456' };
  return service.exchange(create(ExchangeAuthorizationCodeRequestSchema, { code: 'a code', state }), call);
}

test('[OA12] an application signs in with the lower-case hexadecimal SHA-256 of the nonce', async () => {
  const answers = [];
  for (let i = 0; i < 2; i++) {
    answers.push(await signIn((nonce) => createHash('sha256').update(nonce).digest('hex')));
  }
  expect(answers.map(({ user }) => user?.username)).toEqual(['user', 'user']);
  expect(answers.every(({ accessToken }) => typeof accessToken === 'string')).toBe(true);
});

test.each<[string, (nonce: string) => string]>([
  ['the nonce itself', (nonce) => nonce],
  ['the hash in capitals', (nonce) => createHash('sha256').update(nonce).digest('hex').toUpperCase()],
  ['the hash of another nonce', () => createHash('sha256').update('another').digest('hex')],
])('[OA12] %s does not', async (_, hash) => {
  await expect(signIn(hash)).rejects.toMatchObject({ reason: 'oauth2.not_proven' });
});

/** Goes to Apple with a browser, and returns with a form that describes the person. */
async function signInByForm(subject: string, user: string) {
  const begun = await service.authorize({ provider: 'apple', redirectUrl: `${origin}/oauth2/callback`, native: false });
  const { searchParams } = new URL(begun.authorizationUrl!);
  const { response_mode, scope, nonce, client_id } = Object.fromEntries(searchParams);
  expect({ response_mode, scope, client_id }).toEqual({ response_mode: 'form_post', scope: 'name', client_id: webId });
  asked = { nonce: nonce!, clientId: client_id!, subject };
  const { state } = begun;
  return service.exchange(create(ExchangeAuthorizationCodeRequestSchema, { code: 'a code', state, user }), call);
}

test('[OA20] somebody who signs up in a browser is called as Apple says once, and is known again without it', async () => {
  const said = '{"name":{"firstName":"Ännchen","lastName":"von Tharau"},"email":"a@privaterelay.appleid.com"}';
  const first = await signInByForm('000456.def.0789', said);
  expect(first.user?.username).toBe('Ännchen_von_Tharau');
  const again = await signInByForm('000456.def.0789', '');
  expect(again.user).toMatchObject({ id: first.user?.id, username: 'Ännchen_von_Tharau' });
});

test('[OA20] what the form says makes nobody somebody else', async () => {
  const victim = await signInByForm('000789.aaa.0001', '{"name":{"firstName":"Victim"}}');
  const said = '{"name":{"firstName":"Victim"},"sub":"000789.aaa.0001"}';
  const other = await signInByForm('000789.bbb.0002', said);
  expect(other.user?.id).not.toBe(victim.user?.id);
  expect(other.user?.username).toMatch(/^Victim_[0-9]{5}$/);
});
