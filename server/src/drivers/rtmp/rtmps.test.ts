import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { hasProgram, programPath } from '@matinee/testkit/outside/programs.ts';
import { makeCertificate, type OwnCertificate } from '@matinee/testkit/outside/provider-backend.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import { makeLog } from '../../kernel/log.ts';
import { makeRtmpServer, type RtmpServer } from './rtmp-server.ts';
import type { MediaMessage } from './session.ts';

describe.skipIf(!hasProgram('openssl'))('RTMPS', () => {
  let certificates: readonly OwnCertificate[];
  let server: RtmpServer;

  beforeAll(() => {
    certificates = [makeCertificate(), makeCertificate()];
  });
  afterAll(() => {
    for (const one of certificates ?? []) one.remove();
  });
  afterEach(() => server.stop?.(new AbortController().signal));

  const filesOf = (place: number) => {
    const { certificate, key } = certificates[place]!;
    return { cert: readFileSync(certificate), key: readFileSync(key) };
  };
  async function serve(maxConnections = 10) {
    const told = { media: [] as MediaMessage[], ends: 0, names: [] as string[] };
    server = makeRtmpServer({
      ...{ host: '127.0.0.1', port: 0, clock: systemClock, log: makeLog('silent') },
      ...{ tls: filesOf(0), maxConnections, random: (length) => Buffer.alloc(length) },
      authorize: async ({ name }) => {
        told.names.push(name);
        return {
          onMedia: (one) => void told.media.push(one),
          onEnd: () => {
            told.ends += 1;
          },
        };
      },
    });
    await server.start?.();
    return told;
  }
  /** The certificate that a new connection is shown, which then goes. */
  const shown = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerX509Certificate()!.toString());
        socket.destroy();
      });
      socket.once('error', reject);
    });

  test.skipIf(!hasFfmpeg)('[RTM13] ffmpeg publishes', async () => {
    const told = await serve();
    const sources = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=25', '-t', '1'];
    const encoder = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-f', 'flv'];
    const address = `rtmps://127.0.0.1:${server.port}/live/room_a/key`;
    await new Promise<void>((resolve, reject) =>
      execFile(programPath('ffmpeg'), ['-v', 'error', ...sources, ...encoder, address], (err) =>
        err ? reject(err) : resolve(),
      ),
    );
    await until('it has ended', () => told.ends === 1);
    expect(told.names).toEqual(['key']);
    expect(told.media.filter(({ kind }) => kind === 'video').length).toBeGreaterThan(20);
  });

  test('[RTM13] what is no TLS is ended, and leaves its place to others', async () => {
    await serve(1);
    const plain = connect(server.port, '127.0.0.1');
    plain.on('error', () => {});
    plain.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(1_536)]));
    plain.resume();
    await new Promise((resolve) => plain.once('close', resolve));
    await expect.poll(() => shown().catch(() => '')).toBe(certificates[0]!.ca);
  });

  test('[RTM13] a connection whose TLS has not begun counts among the limits', async () => {
    await serve(1);
    const silent = connect(server.port, '127.0.0.1');
    await new Promise((resolve) => silent.once('connect', resolve));
    await expect(shown()).rejects.toThrow();
    silent.destroy();
    await expect.poll(() => shown().catch(() => '')).toBe(certificates[0]!.ca);
  });

  test('[RTM13] another certificate holds from then on', async () => {
    await serve();
    expect(await shown()).toBe(certificates[0]!.ca);
    server.renewTls(filesOf(1));
    expect(await shown()).toBe(certificates[1]!.ca);
  });
});
