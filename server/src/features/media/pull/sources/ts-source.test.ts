/** MPEG-TS over HTTP, made and read by ffmpeg. */
import { spawnSync } from 'node:child_process';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { makeFfmpegFinder } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import { makeOutgoingGuard } from '../../../../drivers/outgoing/guard.ts';
import { makeUpstreamClient } from '../../../../drivers/upstream/upstream.ts';
import { systemClock } from '../../../../kernel/clock.ts';
import { makeLiveSources } from './live-sources.ts';
import type { PullFailed } from './pull-failed.ts';

let origin: Origin | undefined;
afterEach(() => origin?.stop());

async function pull(body: Buffer, program = programPath('ffmpeg')) {
  origin = await startOrigin((_, response) => response.end(body));
  const guard = makeOutgoingGuard(['127.0.0.1']);
  const upstream = makeUpstreamClient({ guard, clock: systemClock });
  const ffmpeg = makeFfmpegFinder(program);
  const sources = makeLiveSources({ upstream, guard, clock: systemClock, ffmpeg, random: Buffer.alloc });
  const kinds: string[] = [];
  const onMedia = ({ kind }: { readonly kind: string }) => void kinds.push(kind);
  const signal = new AbortController().signal;
  const fault = await sources.pull({ address: `${origin.url}/channel`, signal, onMedia }).then(
    () => undefined,
    (cause: PullFailed) => cause.fault,
  );
  await upstream.close();
  return { kinds, fault };
}

describe.skipIf(!hasFfmpeg)('MPEG-TS', () => {
  const film = () => {
    const sources = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=25', '-f', 'lavfi', '-i', 'sine', '-t', '3'];
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    return spawnSync(programPath('ffmpeg'), ['-v', 'error', ...sources, ...codecs, '-f', 'mpegts', 'pipe:1']).stdout;
  };

  test('[LV4] [LV7] is read to its end', async () => {
    const { kinds, fault } = await pull(film());
    expect(fault).toBe('ended');
    expect(kinds.filter((kind) => kind === 'video').length).toBeGreaterThan(70);
    expect(kinds.filter((kind) => kind === 'audio').length).toBeGreaterThan(100);
  });

  test('[LV7] what only looks like it is no live stream', async () => {
    const packets = Buffer.alloc(188 * 200);
    for (let at = 0; at < packets.length; at += 188) packets[at] = 0x47;
    expect((await pull(packets)).fault).toBe('not_live');
  });

  test('[LV7] without ffmpeg the reason is told', async () => {
    expect((await pull(film(), '/nowhere/ffmpeg')).fault).toBe('no_ffmpeg');
  });
});
