/** A listener whose ffmpeg is played by the test. */

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { until } from '@matinee/testkit/until.ts';
import { expect, test } from 'vitest';
import { findFfmpeg } from '../../../drivers/ffmpeg/ffmpeg.ts';
import { flvHeader } from '../../../drivers/muxing/flv-tags.ts';
import { makeLog } from '../../../kernel/log.ts';
import { LiveStream } from '../streams/air/live-stream.ts';
import type { Broadcast } from '../streams/air/on-air.ts';
import { hasSrt } from './srt-callers.fixture.ts';
import { SrtListener } from './srt-listener.ts';

const key = 'k'.repeat(43);
const place = {
  ...{ roomId: 'room_1', mediaId: 'med_1', key, host: '127.0.0.1', port: 9_000 },
  ...{ latencyMs: 500, waitMs: 60_000, graceMs: 30_000 },
};

/** A process of ffmpeg that does what the test says. */
function makeProcess() {
  const bytes = new PassThrough();
  let end: (complaint: string) => void = () => {};
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  return {
    ...{ bytes, ended },
    isStopped: false,
    stop() {
      this.isStopped = true;
      bytes.destroy();
      end('');
    },
    die(complaint: string) {
      bytes.end();
      end(complaint);
    },
  };
}

function makeListener(refusal?: 'taken' | 'unavailable') {
  const clock = new FakeClock();
  const lines: string[] = [];
  const log = makeLog('trace', { destination: { write: (line) => lines.push(String(line)) > 0 } });
  const runs: ReturnType<typeof makeProcess>[] = [];
  const ends: string[] = [];
  const air = { serves: true, refusal, isAway: false };
  const listener = new SrtListener(
    {
      ...{ clock, log },
      ffmpeg: {
        srtToFlv() {
          runs.push(makeProcess());
          return runs.at(-1)!;
        },
      },
      onAir: {
        serves: async () => air.serves,
        async takeByKey(): Promise<Broadcast | 'taken' | 'unavailable'> {
          if (air.isAway) throw new Error('the database is away');
          if (air.refusal) return air.refusal;
          const at = { roomId: 'room_1', mediaId: 'med_1', generationId: 'str_1', publisherId: 'user_1' };
          return { place: at, stream: new LiveStream({ generationId: 'str_1', clock }), end: (how) => ends.push(how) };
        },
      },
    },
    place,
    () => ends.push('over'),
  );
  const send = async () => {
    runs.at(-1)!.bytes.write(flvHeader({ hasAudio: true, hasVideo: true }));
    await until('it is on the air', () => listener.isSending);
  };
  return { clock, listener, runs, ends, lines, air, send };
}

test('[SRT8] an ffmpeg that says nothing for 20 seconds of a stream is ended, and another one waits', async () => {
  const { clock, listener, runs, ends, send } = makeListener();
  await send();
  await until('the beginning is read', () => runs[0]!.bytes.readableLength === 0);
  clock.advance(20_000);
  await listener.look();
  expect(runs[0]!.isStopped).toBe(false);
  clock.advance(1);
  await listener.look();
  expect(runs[0]!.isStopped).toBe(true);
  await until('the stream is interrupted', () => ends.join() === 'broken');
  await until('another one waits', () => {
    clock.advance(1_000);
    return runs.length === 2;
  });
});

test('[SRT6] an address is closed when nobody has called in time, and when the key serves no more', async () => {
  const first = makeListener();
  await first.listener.look();
  expect(first.ends).toEqual([]);
  first.clock.advance(60_000);
  await first.listener.look();
  expect(first.ends).toEqual(['over']);
  expect(first.runs[0]!.isStopped).toBe(true);
  const second = makeListener();
  second.air.serves = false;
  await second.listener.look();
  expect(second.ends).toEqual(['over']);
});

test('[SRT5] after an interruption it waits for the grace time', async () => {
  const { clock, listener, runs, ends, send } = makeListener();
  await send();
  clock.advance(50_000);
  runs[0]!.die('Input/output error');
  await until('the stream is interrupted', () => ends.join() === 'broken');
  clock.advance(29_999);
  await listener.look();
  expect(ends).toEqual(['broken']);
  clock.advance(1);
  await listener.look();
  expect(ends).toEqual(['broken', 'over']);
});

test.each([
  ['taken', 'taken'],
  ['unavailable', 'full'],
] as const)('[SRT7] who is refused as %s is told, and the address waits on', async (refusal, fault) => {
  const { clock, listener, runs, air } = makeListener(refusal);
  runs[0]!.bytes.write(flvHeader({ hasAudio: true, hasVideo: true }));
  await until('it is told', () => listener.fault === fault);
  await until('another one waits', () => {
    clock.advance(1_000);
    return runs.length === 2;
  });
  air.refusal = undefined;
  runs[1]!.bytes.write(flvHeader({ hasAudio: true, hasVideo: true }));
  await until('nothing is wrong', () => listener.fault === undefined);
});

test('[SRT7] a database that is away is no fault of the caller, and the address waits on', async () => {
  const { clock, listener, runs, lines, air, send } = makeListener();
  air.isAway = true;
  runs[0]!.bytes.write(flvHeader({ hasAudio: true, hasVideo: true }));
  await until('another one waits', () => {
    clock.advance(1_000);
    return runs.length === 2;
  });
  expect(listener.fault).toBeUndefined();
  expect(lines.join('')).toContain('the database is away');
  air.isAway = false;
  await send();
});

test('[SRT2] no line of the log has the key', async () => {
  const { runs, lines, send, ends } = makeListener();
  await send();
  runs[0]!.die('Input/output error');
  await until('the stream is interrupted', () => ends.length > 0);
  const refused = makeListener('taken');
  refused.runs[0]!.die('Invalid data found');
  await until('it is written', () => refused.lines.some((line) => line.includes('cannot be taken')));
  const written = [...lines, ...refused.lines].join('');
  expect(written).toContain('a caller sends');
  expect(written).not.toContain(key);
});

test.skipIf(!hasSrt)('[SRT2] ffmpeg complains about its address without the passphrase', async () => {
  const holder = createSocket('udp4').bind(0, '127.0.0.1');
  await once(holder, 'listening');
  const ffmpeg = (await findFfmpeg(undefined))!;
  const { port } = holder.address();
  const { ended } = ffmpeg.srtToFlv({ host: '127.0.0.1', port, passphrase: key, latencyMs: 500, waitMs: 5_000 });
  const complaint = await ended;
  holder.close();
  expect(complaint).toContain('passphrase=…');
  expect(complaint).not.toContain(key);
});
