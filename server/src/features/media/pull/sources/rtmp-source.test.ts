/** Sources over RTMP: ffmpeg as the server, and a server that only says no. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server, type Socket } from 'node:net';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { makeOutgoingGuard } from '../../../../drivers/outgoing/guard.ts';
import { toChunks } from '../../../../drivers/rtmp/chunk-writer.ts';
import { command } from '../../../../drivers/rtmp/rtmp-client.fixture.ts';
import { makeUpstreamClient } from '../../../../drivers/upstream/upstream.ts';
import { systemClock } from '../../../../kernel/clock.ts';
import { makeLiveSources } from './live-sources.ts';
import type { PullFailed } from './pull-failed.ts';

const servers: Server[] = [];
let encoder: ChildProcess | undefined;
afterEach(() => {
  encoder?.kill('SIGKILL');
  for (const server of servers.splice(0)) server.close();
});

async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer(onConnection).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as { port: number }).port;
}

/** Pulls until `most` messages came, or the source failed. */
async function pull(address: string, networks: readonly string[] = ['127.0.0.1'], most = 50) {
  const guard = makeOutgoingGuard(networks);
  const upstream = makeUpstreamClient({ guard, clock: systemClock });
  const sources = makeLiveSources({
    ...{ upstream, guard, clock: systemClock, ffmpeg: { look: async () => undefined } },
    random: Buffer.alloc,
  });
  const kinds: string[] = [];
  const stopping = new AbortController();
  const onMedia = ({ kind }: { readonly kind: string }) => {
    kinds.push(kind);
    if (kinds.length >= most) stopping.abort();
  };
  const failed = await sources.pull({ address, signal: stopping.signal, onMedia }).then(
    () => undefined,
    (cause: PullFailed) => cause.fault,
  );
  await upstream.close();
  return { kinds, failed };
}

describe.skipIf(!hasFfmpeg)('ffmpeg serves', () => {
  test('[LV6] a stream is played as players do', async () => {
    const port = await listen(() => undefined);
    servers.splice(0)[0]?.close();
    const sources = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=25', '-re', '-f', 'lavfi', '-i', 'sine'];
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25', '-c:a', 'aac'];
    const url = `rtmp://127.0.0.1:${port}/live/evening`;
    const args = ['-v', 'error', ...sources, '-t', '30', ...codecs, '-f', 'flv', '-listen', '1', url];
    encoder = spawn(programPath('ffmpeg'), args, { stdio: 'ignore' });
    let pulled = await pull(url);
    while (pulled.failed === 'unreachable' && encoder.exitCode === null) pulled = await pull(url);
    expect(pulled.failed).toBeUndefined();
    expect(new Set(pulled.kinds)).toEqual(new Set(['data', 'video', 'audio']));
  });
});

test('[LV6] [PUL5] a refusal is told, and so is a private network', async () => {
  let connections = 0;
  const port = await listen((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([Buffer.of(3), Buffer.alloc(2 * 1_536)]));
      const info = new Map([['code', 'NetConnection.Connect.Rejected']]);
      socket.write(toChunks(command('_error', 1, null, info), 128));
    });
  });
  expect((await pull(`rtmp://127.0.0.1:${port}/live/evening`)).failed).toBe('refused');
  expect(connections).toBe(1);
  for (const host of ['127.0.0.1', 'localhost', '2130706433'])
    expect((await pull(`rtmp://${host}:${port}/live/evening`, [])).failed).toBe('private_network');
  expect(connections).toBe(1);
});

test('[LV4] [LV6] what is no RTMP is no live stream, and nobody at all is unreachable', async () => {
  const port = await listen((socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'.padEnd(4_000));
  });
  expect((await pull(`rtmp://127.0.0.1:${port}/live/evening`)).failed).toBe('not_live');
  servers.splice(0)[0]?.close();
  expect((await pull(`rtmp://127.0.0.1:${port}/live/evening`)).failed).toBe('unreachable');
});
