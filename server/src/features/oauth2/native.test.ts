/** Native sign-in from the nonce to the session, with an Apple that signs tokens as its documentation says. */
import { createHash } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { ExchangeAuthorizationCodeRequestSchema } from '@matinee/contract/gen/service/oauth2/oauth2_pb.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fetch } from '../../drivers/oauth/metadata.ts';
import { makeProviders } from '../../drivers/oauth/providers.ts';
import type { Call } from '../../kernel/call.ts';
import { systemClock } from '../../kernel/clock.ts';
import { makeIds } from '../../kernel/ids.ts';
import { makeLog } from '../../kernel/log.ts';
import { systemRandom } from '../../kernel/random.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { memoryKeyValue } from '../../store/memory-key-value.ts';
import type { FactorGuard } from '../mfa/mfa.port.ts';
import { makeRegistrations } from '../registrations/registrations.service.ts';
import { authErrors } from '../sessions/sessions.port.ts';
import { makeSessions } from '../sessions/sessions.service.ts';
import { makeUsers } from '../users/users.service.ts';
import { makeLinks } from './links.service.ts';
import { makeOAuth2 } from './oauth2.service.ts';
import { makeRegistry } from './registry.ts';

const appId = 'org.example.app';
const issuer = 'https://appleid.apple.com';
const [clock, random, log] = [systemClock, systemRandom, makeLog('silent')];
const ids = makeIds(clock, random);

let server: TestServer;
let db: Database;
let service: ReturnType<typeof makeOAuth2>;
/** Nonce that the application asked Apple with: Apple puts it into the token as it is. */
let requestNonce = '';

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
      id_token: await new SignJWT({ nonce: requestNonce, nonce_supported: true })
        .setProtectedHeader({ alg: 'RS256', kid: 'a' })
        .setIssuer(issuer)
        .setAudience(appId)
        .setSubject('000123.abc.0456')
        .setIssuedAt()
        .setExpirationTime('10m')
        .sign(privateKey),
    }),
  };
  return async (url) => Response.json(await answers[url]!());
}

function makeService(fetch: Fetch) {
  const { users } = makeUsers(db, clock);
  const { sessions, signIns } = makeSessions({
    takeRefresh: async () => undefined,
    db,
    users,
    clock,
    random,
    ids,
    jwtSecret: 'a secret of enough characters to sign',
    secondFactor: { challenge: async () => undefined },
    bannedError: async () => authErrors.banned(),
  });
  const settings = {
    providers: [
      {
        instanceName: 'phone',
        enableSignup: true,
        signupNeedReview: false,
        apple: { nativeClientId: appId, nativeClientSecret: 'a secret' },
      },
    ],
    allowedRedirectUrls: [],
  };
  const registry = makeRegistry(settings);
  const guard: FactorGuard = { remove: (_tx, _userId, removal) => removal() };
  const links = makeLinks({ db, clock, registry, sessions, guard, audit: { record: async () => undefined } });
  const { registrations } = makeRegistrations({ db, users, signIns, clock, ids, kinds: () => [links.kind] });
  const keyValue = memoryKeyValue({ clock, log });
  return makeOAuth2({
    keyValue,
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
    publicOrigins: () => [],
  });
}

const call = { principal: { kind: 'anonymous' }, userAgent: 'test', address: '192.0.2.1' } as Call;

/** Asks for a nonce, asks Apple with what `hash` makes of it, and exchanges. */
async function signIn(hash: (nonce: string) => string) {
  const { state, nonce, ...rest } = await service.authorize({ provider: 'phone', redirectUrl: '', native: true });
  expect(rest).toEqual({});
  requestNonce = hash(nonce!);
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
