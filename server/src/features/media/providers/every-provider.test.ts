/** The rules that every provider must keep. */
import type { RequestListener } from 'node:http';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mediaProviders } from '../../../composition/gen/media-providers.ts';
import { atSites } from '../../../composition/site-addresses.ts';
import { makeHttpFetch } from '../../../drivers/http-fetch/http-fetch.ts';
import { makeOutgoingGuard } from '../../../drivers/outgoing/guard.ts';
import type { AppError } from '../../../kernel/errors.ts';
import { makeLog } from '../../../kernel/log.ts';
import type { MediaProvider, OpenAccount, SourceCase } from '../../../providers/provider.ts';
import { readSamples, type Sample } from '../../../providers/sample.fixture.ts';
import { makeTools } from './asking.ts';
import { telling } from './provider-failures.ts';

const log = makeLog('silent');

const samples = await readSamples(Object.values(mediaProviders).map(({ name }) => name));

const page: RequestListener = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><html><body>Sign in</body></html>');
const status =
  (code: number, headers = {}): RequestListener =>
  (_, response) =>
    response.writeHead(code, headers).end('<html>no</html>');

/** How upstream fails, and the error that callers get. */
const failures: readonly (readonly [string, RequestListener, string])[] = [
  ['refuses the account', status(401), 'providers.account_refused'],
  ['forbids it', status(403), 'providers.upstream_forbidden'],
  ['has nothing there', status(404), 'providers.upstream_missing'],
  ['has it no more', status(410), 'providers.upstream_missing'],
  ['limits us', status(429, { 'retry-after': '7' }), 'providers.upstream_busy'],
  ['has a fault', status(500), 'providers.upstream_failed'],
  ['is away', status(503), 'providers.upstream_failed'],
  ['sends us elsewhere', status(302, { location: 'http://169.254.169.254/' }), 'providers.bad_answer'],
  ['answers with a page', page, 'providers.bad_answer'],
  ['ends the connection', (request) => request.socket.destroy(), 'providers.upstream_failed'],
  ['never answers', () => {}, 'providers.upstream_slow'],
  [
    'answers without end',
    (_, response) => {
      response.writeHead(207, { 'content-type': 'application/xml' });
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
    'providers.bad_answer',
  ],
];

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: AppError) => error,
  );

for (const provider of Object.values(mediaProviders) as unknown as MediaProvider<SourceCase>[]) {
  const sample = samples.get(provider.name)!;

  describe(provider.name, () => {
    test('[PV9] it recognizes its links, and no others', () => {
      for (const link of sample.links) expect(provider.recognize(link), link).toBeDefined();
      for (const text of ['', 'film', 'javascript:alert(1)', 'file:///etc/passwd'])
        expect(provider.recognize(text), text).toBeUndefined();
      const others = [...samples].filter(([name]) => name !== provider.name && name !== 'direct_url');
      for (const link of provider.name === 'direct_url' ? [] : others.flatMap(([, { links }]) => links))
        expect(provider.recognize(link), link).toBeUndefined();
    });

    test('[PV7] its outline names the ways to play, and no secret', () => {
      expect(provider.check(sample.source, 'source')).toHaveLength(sample.isMadeHere ? 1 : 0);
      expect(provider.nameOf(sample.source)).not.toBe('');
      const { modes } = provider.outline(sample.source);
      expect(modes[0]?.medias.length).toBeGreaterThan(0);
      for (const { upstream } of modes.flatMap(({ medias }) => medias)) expect(upstream?.headers ?? {}).toEqual({});
    });

    if (sample.upstream && provider.accounts) withAccounts(provider, sample);
  });
}

function withAccounts(provider: MediaProvider<SourceCase>, { source, upstream: start }: Sample): void {
  const kind = provider.accounts!;
  const outgoing = makeHttpFetch({ guard: makeOutgoingGuard(['127.0.0.1']), timeoutMs: 1_000, maxBytes: 1_048_576 });
  const closed = makeHttpFetch({ guard: makeOutgoingGuard([]) });
  let upstream: Awaited<ReturnType<NonNullable<typeof start>>>;
  let account: OpenAccount;
  /** Outcomes of the requests of one test. */
  let outcomes: string[] = [];
  const tools = (fetch = outgoing.fetch) => {
    const own = outcomes;
    const made = makeTools({
      fetch: atSites(fetch, upstream?.sites),
      clock: new FakeClock(),
      log,
      onAsked: (outcome) => void own.push(outcome),
    });
    return { ...made, operator: () => upstream?.operator };
  };
  const signIn = (fetch?: typeof outgoing.fetch) =>
    'login' in upstream
      ? kind.signIn(upstream.login as never, { ...tools(fetch), deviceId: 'd' })
      : kind.verify({ id: 'pac_1', credentials: upstream.credentials }, tools(fetch));
  const list = (after: string | undefined, limit: number) =>
    kind.list(account, { folder: upstream.folder, after, limit }, tools());
  const asking = {
    'signs in': () => signIn(),
    'verifies an account': () => kind.verify(account, tools()),
    lists: () => list(undefined, 10),
    // A source without an account plays whatever its site says.
    ...(kind.accountOf(source) && {
      resolves: () => provider.resolve(source, { ...tools(), secrets: {}, account }),
    }),
  };
  beforeAll(async () => {
    upstream = await start!();
    const signedIn = await signIn();
    account = {
      id: 'pac_1',
      credentials: signedIn?.credentials ?? ('credentials' in upstream ? upstream.credentials : {}),
    };
  });
  afterEach(() => {
    upstream.instead = undefined;
  });
  afterAll(async () => {
    upstream?.stop();
    await Promise.all([outgoing.close(), closed.close()]);
  });

  for (const [name, listener, reason] of failures)
    test(`[PV15] [PV30] upstream ${name}: ${reason}`, async () => {
      upstream.instead = listener;
      outcomes = [];
      for (const [what, ask] of Object.entries(asking)) {
        const refusal = await reasonOf(telling<unknown>(ask));
        // A film may play even if its folder may not be read.
        if (what === 'resolves' && reason === 'providers.upstream_forbidden') continue;
        expect(refusal?.reason, what).toBe(reason);
        for (const secret of ['password', 'token', 'apiKey', 'accessToken', 'refreshToken'].flatMap(
          (name) => account.credentials[name] ?? [],
        ))
          expect(JSON.stringify([refusal?.message, refusal?.details])).not.toContain(secret);
        if (reason === 'providers.upstream_busy') expect(refusal?.details.retryAfterSeconds).toBe(7);
      }
      // A request whose answer has the wrong form still counts as answered. [PV16]
      expect(outcomes).not.toEqual([]);
      if (!reason.endsWith('bad_answer')) expect(outcomes).not.toContain('answered');
    });

  test('[PV15] a private network is refused', async () => {
    const refusal = await reasonOf(telling<unknown>(() => signIn(closed.fetch)));
    expect(refusal?.reason).toBe('providers.private_address');
    expect(refusal?.message).not.toContain('127.0.0.1');
    const told = await reasonOf(telling<unknown>(() => signIn(closed.fetch), UserRole.ADMIN));
    expect(told?.message).toContain('add 127.0.0.1 to outbound.allowed_networks');
  });

  test('[PV12] the pages of a folder are each entry once', async () => {
    const names: string[] = [];
    let after: string | undefined;
    do {
      const { entries, next } = await list(after, 3);
      names.push(...entries.map(({ name }) => name));
      after = next;
    } while (after !== undefined);
    expect(names.length).toBe(7);
    expect(new Set(names).size).toBe(7);
  });
}
