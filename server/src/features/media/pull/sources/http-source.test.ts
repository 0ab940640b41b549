/** Sources over HTTP, with the guarded client of the server. */
import type { RequestListener } from 'node:http';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { afterEach, expect, test } from 'vitest';
import { makeOutgoingGuard } from '../../../../drivers/outgoing/guard.ts';
import type { MediaMessage } from '../../../../drivers/rtmp/session.ts';
import { makeUpstreamClient } from '../../../../drivers/upstream/upstream.ts';
import { systemClock } from '../../../../kernel/clock.ts';
import { flvBeginning } from '../pull.fixture.ts';
import { makeLiveSources } from './live-sources.ts';
import type { PullFailed } from './pull-failed.ts';

const origins: Origin[] = [];
afterEach(() => {
  for (const origin of origins.splice(0)) origin.stop();
});

async function serve(listener: RequestListener): Promise<Origin> {
  const origin = await startOrigin(listener);
  origins.push(origin);
  return origin;
}

/** What a source gave until it failed, and its failure. */
async function pull(address: string, networks: readonly string[] = ['127.0.0.1']) {
  const guard = makeOutgoingGuard(networks);
  const upstream = makeUpstreamClient({ guard, clock: systemClock });
  const sources = makeLiveSources({
    upstream,
    guard,
    clock: systemClock,
    ffmpeg: { look: async () => undefined },
    random: Buffer.alloc,
  });
  const media: MediaMessage[] = [];
  const onMedia = (message: MediaMessage) => void media.push(message);
  const failed = await sources.pull({ address, signal: new AbortController().signal, onMedia }).then(
    () => undefined,
    (cause: PullFailed) => cause,
  );
  await upstream.close();
  return { media, failed };
}

test('[LV4] FLV is read whatever its type says, until its server ends it', async () => {
  const origin = await serve((_, response) => response.setHeader('content-type', 'text/plain').end(flvBeginning()));
  const { media, failed } = await pull(`${origin.url}/live`);
  expect(media.map(({ kind }) => kind)).toEqual(['video', 'audio', 'video']);
  expect(failed?.fault).toBe('ended');
});

test('[LV4] anything else is no live stream, also what ends at once', async () => {
  for (const body of ['', 'FL', '<html></html>', '#EXTM3U\n'])
    expect((await pull((await serve((_, response) => response.end(body))).url)).failed?.fault).toBe('not_live');
});

test('[LV4] [LV5] the account goes to its own origin alone, and into no message', async () => {
  const other = await serve((_, response) => response.end(flvBeginning()));
  const origin = await serve((_, response) => response.writeHead(302, { location: `${other.url}/live.flv` }).end());
  await pull(`http://ann:p%40ss@127.0.0.1:${origin.port}/live.flv`);
  expect(origin.asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ann:p@ss').toString('base64')}`);
  expect(other.asked[0]?.headers.authorization).toBeUndefined();
  const refusing = await serve((_, response) => response.writeHead(401).end());
  const { failed } = await pull(`http://ann:p%40ss@127.0.0.1:${refusing.port}/secret.flv`);
  expect(failed?.fault).toBe('refused');
  expect(`${failed?.stack} ${String(failed?.cause)}`).not.toMatch(/p@ss|p%40ss|secret/);
});

test('[LV5] [PUL5] a source that is in a private network, or redirects to one, is refused', async () => {
  const origin = await serve((_, response) => response.writeHead(302, { location: 'http://10.1.2.3/live.flv' }).end());
  expect((await pull(origin.url)).failed?.fault).toBe('private_network');
  expect((await pull(origin.url, [])).failed?.fault).toBe('private_network');
  expect((await pull(`http://localhost:${origin.port}/`, ['10.0.0.0/8'])).failed?.fault).toBe('private_network');
  expect(origin.asked).toHaveLength(1);
});
