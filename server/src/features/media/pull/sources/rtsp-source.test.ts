/** Sources over RTSP: GStreamer's server, and a server that says what a test tells it to. */
import { readdirSync, readFileSync } from 'node:fs';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { hasGstRtspServer, startGstRtspServer } from '@matinee/testkit/outside/gst-rtsp-server.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FfmpegFinder, makeFfmpegFinder } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import { makeOutgoingGuard } from '../../../../drivers/outgoing/guard.ts';
import { headerOf } from '../../../../drivers/rtsp/rtsp-message.ts';
import { makeUpstreamClient } from '../../../../drivers/upstream/upstream.ts';
import { type Clock, systemClock } from '../../../../kernel/clock.ts';
import { systemRandom } from '../../../../kernel/random.ts';
import { makeLiveSources } from './live-sources.ts';
import type { PullFailed, PullFault } from './pull-failed.ts';
import { type RtspServer, soundDescription, startRtspServer } from './rtsp-server.fixture.ts';

interface Pulled {
  readonly kinds: string[];
  readonly faults: PullFault[];
  readonly causes: unknown[];
  stop(): Promise<void>;
}

interface Options {
  readonly networks?: readonly string[];
  readonly clock?: Clock;
  readonly ffmpeg?: Pick<FfmpegFinder, 'look'>;
}

describe.skipIf(!hasFfmpeg)('RTSP', () => {
  let server: RtspServer;
  let ffmpeg: FfmpegFinder;
  const pulls: Pulled[] = [];
  beforeEach(async () => {
    server = await startRtspServer();
    ffmpeg = makeFfmpegFinder(programPath('ffmpeg'));
    await ffmpeg.look();
  });
  afterEach(async () => {
    for (const one of pulls.splice(0)) await one.stop();
    server.stop();
  });

  function pull(address: string, { networks = ['127.0.0.1'], clock = systemClock, ...more }: Options = {}): Pulled {
    const guard = makeOutgoingGuard(networks);
    const upstream = makeUpstreamClient({ guard, clock });
    const random = (length: number) => systemRandom.bytes(length);
    const sources = makeLiveSources({ upstream, guard, clock, random, ffmpeg: more.ffmpeg ?? ffmpeg });
    const stopping = new AbortController();
    const [kinds, faults, causes]: [string[], PullFault[], unknown[]] = [[], [], []];
    const onMedia = ({ kind }: { readonly kind: string }) => void kinds.push(kind);
    const running = sources.pull({ address, signal: stopping.signal, onMedia }).catch((failed: PullFailed) => {
      faults.push(failed.fault);
      causes.push(failed.cause);
    });
    const pulled: Pulled = {
      ...{ kinds, faults, causes },
      async stop() {
        stopping.abort();
        await running;
        await upstream.close();
      },
    };
    pulls.push(pulled);
    return pulled;
  }
  const here = (account = '') => `rtsp://${account}127.0.0.1:${server.port}/door?channel=1`;
  async function faultOf(pulled: Pulled): Promise<PullFault> {
    await until('it fails', () => pulled.faults.length > 0);
    return pulled.faults[0]!;
  }
  const methods = () => server.asked.map(({ method }) => method);

  test('[LV8] a sound of a telephone is played as AAC, and the source is left', async () => {
    const pulled = pull(here());
    await until('sound', () => pulled.kinds.filter((kind) => kind === 'audio').length > 10);
    expect(methods()).toEqual(['OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY']);
    expect(server.asked.map(({ url }) => url)).toEqual([here(), here(), `${here()}/sound`, here()]);
    await pulled.stop();
    await until('it is left', () => server.sockets.size === 0);
  });

  test('[LV5] [LV8] neither the source nor its account is known to ffmpeg', async () => {
    const pulled = pull(here('ann:geheim@'));
    await until('sound', () => pulled.kinds.includes('audio'));
    const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const commands = all.map((id) => commandOf(id)).filter((command) => /ffmpeg.*-rtsp_transport/.test(command));
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) {
      expect(command).not.toContain('geheim');
      expect(command).not.toContain(`:${server.port}`);
    }
  });

  test('[LV8] who is asked for its account answers by Digest, and gives up where that is not enough', async () => {
    const challenge = 'Digest realm="door", nonce="abc", qop="auth", algorithm=SHA-256';
    server.instead = ({ headers }) =>
      headers.has('authorization') ? undefined : { status: '401 No', headers: { 'WWW-Authenticate': challenge } };
    const pulled = pull(here('ann:geheim@'));
    await until('sound', () => pulled.kinds.includes('audio'));
    const said = server.asked.map((request) => headerOf(request, 'authorization') ?? '').filter((value) => value);
    expect(said.every((value) => value.startsWith('Digest username="ann"'))).toBe(true);
    expect(said.join()).not.toContain('geheim');
    expect(await faultOf(pull(here()))).toBe('refused');
    server.instead = () => ({ status: '401 No', headers: { 'WWW-Authenticate': challenge } });
    server.asked.length = 0;
    expect(await faultOf(pull(here('ann:geheim@')))).toBe('refused');
    expect(methods()).toEqual(['OPTIONS', 'OPTIONS', 'DESCRIBE', 'DESCRIBE']);
  });

  test('[LV8] an account that would say more than itself is not said', async () => {
    for (const account of ['ann%0D%0ATEARDOWN:geheim@', 'ann:%00@'])
      expect(await faultOf(pull(here(account)))).toBe('refused');
    expect(server.asked).toEqual([]);
  });

  test.each(['rtsp://169.254.169.254/latest', 'rtsp://0.0.0.0/x', 'rtsp://[::1]/x', 'rtsps://10.0.0.1/x'])(
    '[PUL5] [LV8] a move to %s is not followed',
    async (location) => {
      server.instead = ({ method }) =>
        method === 'DESCRIBE' ? { status: '302 Moved', headers: { Location: location } } : undefined;
      const pulled = pull(here());
      expect(await faultOf(pulled)).toBe('private_network');
      expect(String(pulled.causes[0])).toContain('is in a private or special network');
    },
  );

  test('[LV8] a move is followed some times, and the account stays behind', async () => {
    const other = await startRtspServer();
    server.instead = ({ method, headers }) => {
      if (!headers.has('authorization'))
        return { status: '401 No', headers: { 'WWW-Authenticate': 'Basic realm="a"' } };
      const location = `rtsp://127.0.0.1:${other.port}/elsewhere`;
      return method === 'DESCRIBE' ? { status: '301 Moved', headers: { Location: location } } : undefined;
    };
    const pulled = pull(here('ann:geheim@'));
    await until('sound', () => pulled.kinds.includes('audio'));
    expect(other.asked.some(({ headers }) => headers.has('authorization'))).toBe(false);
    await pulled.stop();
    other.stop();
    server.instead = () => ({ status: '302 Moved', headers: { Location: here() } });
    server.asked.length = 0;
    expect(await faultOf(pull(here()))).toBe('unreachable');
    expect(methods().filter((method) => method === 'DESCRIBE')).toHaveLength(4);
    server.instead = () => ({ status: '302 Moved', headers: { Location: 'http://127.0.0.1/' } });
    expect(await faultOf(pull(here()))).toBe('unreachable');
  });

  test('[PUL5] [LV8] a track on another host is asked for over the connection that is there', async () => {
    const control = 'rtsp://169.254.169.254/track';
    server.instead = ({ method }) =>
      method === 'DESCRIBE'
        ? { headers: { 'Content-Base': 'rtsp://10.0.0.1/base/' }, body: soundDescription(control) }
        : undefined;
    const pulled = pull(here());
    await until('sound', () => pulled.kinds.includes('audio'));
    expect(server.asked.map(({ url }) => url).slice(-2)).toEqual([control, 'rtsp://10.0.0.1/base/']);
  });

  test.each<[PullFault, Parameters<RtspServer['instead']>[0]['method'], string]>([
    ['not_found', 'DESCRIBE', '404 Not Found'],
    ['refused', 'SETUP', '403 Forbidden'],
    ['not_live', 'SETUP', '461 Unsupported Transport'],
    ['unreachable', 'PLAY', '500 Oh'],
  ])('[LV8] it is %s where %s is answered with %s', async (fault, refused, status) => {
    server.instead = ({ method }) => (method === refused ? { status } : undefined);
    expect(await faultOf(pull(here()))).toBe(fault);
  });

  test('[LV8] heads without an end, other protocols and datagrams are no live stream', async () => {
    server.instead = (_, socket) => {
      socket.write(`RTSP/1.0 200 OK\r\n${'X: y\r\n'.repeat(5_000)}`);
      return 'nothing';
    };
    expect(await faultOf(pull(here()))).toBe('not_live');
    server.instead = (_, socket) => {
      socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
      return 'nothing';
    };
    expect(await faultOf(pull(here()))).toBe('not_live');
    server.instead = ({ method }) =>
      method === 'SETUP' ? { headers: { Transport: 'RTP/AVP;unicast;client_port=1-2' } } : undefined;
    expect(await faultOf(pull(here()))).toBe('not_live');
  });

  test('[LV3] [LV8] who stays silent is given up, before its first answer and after the last', async () => {
    for (const silent of ['OPTIONS', 'PLAY']) {
      server.asked.length = 0;
      const clock = new FakeClock();
      server.instead = ({ method }) => (method === silent ? 'nothing' : undefined);
      const pulled = pull(here(), { clock });
      await until('it was asked', () => methods().includes(silent));
      clock.advance(12_000);
      expect(await faultOf(pulled)).toBe('silent');
      await until('it is left', () => server.sockets.size === 0);
    }
  });

  test('[LV2] [LV8] who sends as fast as it can is read no faster than others', async () => {
    let sent = 0;
    const flood = Buffer.concat([Buffer.of(0x24, 0, 0xff, 0xff), Buffer.alloc(65_535, 1)]);
    server.instead = ({ method }, socket) => {
      if (method !== 'PLAY') return undefined;
      const pour = () => {
        while (socket.writable && socket.write(flood)) sent += flood.length;
      };
      socket.on('drain', pour);
      pour();
      return 'nothing';
    };
    const clock = new FakeClock();
    const pulled = pull(here(), { clock });
    await until('it pours', () => sent > 10 * 1_048_576);
    const before = process.memoryUsage().arrayBuffers;
    await until('it waits', async () => {
      const known = sent;
      await new Promise((resolve) => setImmediate(resolve));
      return known === sent;
    });
    // What the kernel holds comes on top of ten MiB.
    expect(sent).toBeLessThan(40 * 1_048_576);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1_048_576);
    await pulled.stop();
  });

  test('[LV8] the end of a source is told apart from a failure, and without ffmpeg the reason is told', async () => {
    const pulled = pull(here());
    await until('sound', () => pulled.kinds.includes('audio'));
    for (const socket of server.sockets) socket.end();
    expect(await faultOf(pulled)).toBe('ended');
    const asked = server.asked.length;
    expect(await faultOf(pull(here(), { ffmpeg: { look: async () => undefined } }))).toBe('no_ffmpeg');
    expect(await faultOf(pull('rtsp://127.0.0.1:1/x', { networks: [] }))).toBe('private_network');
    expect(await faultOf(pull('rtsp://localhost:1/x', { networks: [] }))).toBe('private_network');
    expect(await faultOf(pull('rtsp://127.0.0.1:1/x'))).toBe('unreachable');
    expect(server.asked.length).toBe(asked);
  });

  describe.skipIf(!hasGstRtspServer)('GStreamer serves', () => {
    test.each(['none', 'basic', 'digest'] as const)(
      '[LV8] picture and sound, with an account by: %s',
      async (method) => {
        const gst = await startGstRtspServer(method);
        const account = method === 'none' ? '' : `${gst.user}:${gst.password}@`;
        const pulled = pull(`rtsp://${account}127.0.0.1:${gst.port}/evening`);
        await until('both', () => pulled.kinds.includes('video') && pulled.kinds.includes('audio'));
        if (method !== 'none')
          expect(await faultOf(pull(`rtsp://ann:wrong@127.0.0.1:${gst.port}/evening`))).toBe('refused');
        else expect(await faultOf(pull(`rtsp://127.0.0.1:${gst.port}/other`))).toBe('not_found');
        await pulled.stop();
        await gst.stop();
      },
    );
  });
});

function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}
