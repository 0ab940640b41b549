/** Rungs whose ffmpeg is played by the test. */
import { PassThrough } from 'node:stream';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { until } from '@matinee/testkit/until.ts';
import { expect, test } from 'vitest';
import type { Ffmpeg } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import { flvHeader, flvTagEnd, flvTagHeader, flvTagType } from '../../../../drivers/muxing/flv-tags.ts';
import { makeLog } from '../../../../kernel/log.ts';
import type { SettingValues } from '../../../../kernel/settings/settings.ts';
import { LiveStream } from '../air/live-stream.ts';
import type { Tag } from '../air/tag.ts';
import { configs, keyFrame } from '../streams.fixture.ts';
import type { streamSettings } from '../streams.settings.ts';
import { Ladder } from './ladder.ts';
import { Rung } from './rung.ts';

const sound = Buffer.from('af01aabb', 'hex');
const size = { pixels: 480, bitsPerSecond: 1_000 };
/** The configuration of a decoder for pictures of 640 × 576. */
const of576Lines = Buffer.from(
  '17000000000142c016ffe100186742c016da028049b0110000030001000003000a0f162ea001000468ce0fc8',
  'hex',
);

/** A process that does what the test says. */
function makeProcess() {
  const [input, bytes] = [new PassThrough(), new PassThrough()];
  let end: (complaint: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  const write = (ms: number, payload: Buffer) => {
    bytes.write(flvTagHeader(flvTagType.video, payload.length, ms));
    bytes.write(payload);
    bytes.write(flvTagEnd(payload.length));
  };
  return {
    ...{ input, bytes, ended, write },
    isStopped: false,
    stop() {
      this.isStopped = true;
      bytes.destroy();
    },
    begin: (ms: number) => {
      bytes.write(flvHeader({ hasAudio: false, hasVideo: true }));
      write(ms, configs.video);
      write(ms, keyFrame);
    },
    die: (complaint: string) => {
      bytes.end();
      end(complaint);
    },
  };
}

/** A stream that is on the air, and an ffmpeg whose processes the test plays. */
function makeSource(videoConfig = configs.video) {
  const clock = new FakeClock();
  const source = new LiveStream({ generationId: 'str_1', clock });
  const send = (kind: 'audio' | 'video', payload: Buffer, timestamp: number) =>
    source.take({ kind, payload, timestamp });
  send('video', videoConfig, 0);
  send('audio', configs.audio, 0);
  clock.advance(5_000);
  send('video', keyFrame, 5_000);
  const processes: ReturnType<typeof makeProcess>[] = [];
  const ffmpeg = {
    shrink() {
      processes.push(makeProcess());
      return processes.at(-1)!;
    },
  } as unknown as Ffmpeg;
  return { clock, source, send, processes, ffmpeg };
}

function makeRung() {
  const { clock, source, send, processes, ffmpeg } = makeSource();
  let overs = 0;
  const rung = new Rung({ clock, log: makeLog('silent'), ffmpeg }, source, size, () => {
    overs += 1;
  });
  rung.start();
  const read: string[] = [];
  rung.stream.attach({
    onTag: ({ track, ms, media }: Tag) => void read.push(`${track} ${media.kind} ${ms}`),
    onChanged: () => void read.push('changed'),
    onEnd: () => void read.push('end'),
  });
  return { clock, source, send, processes, rung, read, overs: () => overs };
}

test('[LS81] sound and picture of a rung come in the order of their times, which are those of the source', async () => {
  const { send, source, processes, rung, read } = makeRung();
  send('audio', sound, 4_990);
  send('audio', sound, 5_010);
  processes[0]!.begin(5_000);
  await until('the picture is there', () => read.includes('video frame 5000'));
  expect(read).toEqual(['audio config 0', 'audio frame 4990', 'video config 5000', 'video frame 5000']);
  expect(rung.stream.zeroMs).toBe(source.zeroMs);
  send('audio', sound, 8_011);
  expect(read.at(-1)).toBe('audio frame 5010');
});

test('[LS83] what ffmpeg does not take is left out up to a key frame, and memory has a bound', async () => {
  const { send, processes } = makeRung();
  const { input } = processes[0]!;
  const large = Buffer.concat([Buffer.from('2701000000', 'hex'), Buffer.alloc(1_000_000)]);
  for (let frame = 1; frame <= 100; frame += 1) send('video', large, 5_000 + frame);
  expect(input.writableLength).toBeLessThan(6_000_000);
  let bytes = 0;
  input.on('data', ({ length }: Buffer) => {
    bytes += length;
  });
  await until('it has taken what waited', () => input.writableLength === 0);
  const before = bytes;
  send('video', large, 6_000);
  expect(input.writableLength).toBe(0);
  send('video', keyFrame, 6_001);
  send('video', large, 6_002);
  await until('it gets what follows the key frame', () => bytes > before + large.length);
});

test('[LS84] a rung whose ffmpeg dies has failed', async () => {
  const { processes, rung, read, overs } = makeRung();
  processes[0]!.begin(5_000);
  await until('it has begun', () => read.length > 0);
  processes[0]!.die('out of memory');
  await until('it is over', () => rung.stream.isOver);
  expect([rung.hasFailed, read.at(-1), overs()]).toEqual([true, 'end', 1]);
});

test('[LS84] one that has failed is refused for a minute, and then made anew', async () => {
  const { clock, source, processes, ffmpeg } = makeSource(of576Lines);
  const settings = { ladder: true, maxLadderProcesses: 1 } as SettingValues<typeof streamSettings>;
  const finder = { found: ffmpeg, look: async () => ffmpeg };
  const ladder = new Ladder({ clock, log: makeLog('silent'), ffmpeg: finder, settings, processes: 1 });
  const open = () => ladder.open(source, '480p', new AbortController().signal);
  const { stream } = await open();
  processes[0]!.die('out of memory');
  await until('it is over', () => stream.isOver);
  await expect(open()).rejects.toMatchObject({ reason: 'streams.rung_failed' });
  clock.advance(60_000);
  expect((await open()).stream.isOver).toBe(false);
  expect(processes.length).toBe(2);
  ladder.stop();
});

test('[LS84] where the source has no room, who asks for a rung is told that it failed', async () => {
  const { clock, source, processes, ffmpeg } = makeSource(of576Lines);
  const settings = { ladder: true, maxLadderProcesses: 1 } as SettingValues<typeof streamSettings>;
  const finder = { found: ffmpeg, look: async () => ffmpeg };
  const ladder = new Ladder({ clock, log: makeLog('silent'), ffmpeg: finder, settings, processes: 1 });
  while (source.hasRoom) source.attach({ onTag() {}, onChanged() {}, onEnd() {} });
  const open = () => ladder.open(source, '480p', new AbortController().signal);
  await expect(open()).rejects.toMatchObject({ reason: 'streams.rung_failed' });
  expect([ladder.processes, processes.map(({ isStopped }) => isStopped)]).toEqual([0, [true]]);
});

test('[LS84] so has one whose ffmpeg codes nothing while pictures come, and not one that gets none', () => {
  const { clock, send, processes, rung } = makeRung();
  clock.advance(20_000);
  expect(rung.hasFailed).toBe(false);
  send('video', keyFrame, 25_000);
  clock.advance(1_000);
  expect(rung.hasFailed).toBe(false);
  for (let ms = 26_000; ms <= 36_000; ms += 1_000) {
    send('video', keyFrame, ms);
    clock.advance(1_000);
  }
  expect([rung.hasFailed, processes[0]!.isStopped]).toEqual([true, true]);
});

test('[LS85] a rung ends with its source, once all is coded', async () => {
  const { source, send, processes, rung, read } = makeRung();
  processes[0]!.begin(5_000);
  send('audio', sound, 5_020);
  await until('it has begun', () => read.length > 0);
  source.end();
  expect([rung.stream.isOver, processes[0]!.input.writableEnded]).toEqual([false, true]);
  processes[0]!.write(5_010, keyFrame);
  processes[0]!.die('');
  await until('it is over', () => rung.stream.isOver);
  expect(read.slice(-3)).toEqual(['video frame 5010', 'audio frame 5020', 'end']);
  expect(rung.hasFailed).toBe(false);
});

test('[LS85] it begins anew with other decoders, and fails where these change all the time', async () => {
  const { clock, send, processes, rung } = makeRung();
  processes[0]!.begin(5_000);
  const other = Buffer.from('17000000000164001fffe100046764000201000268ee', 'hex');
  clock.advance(3_000);
  send('video', other, 8_000);
  await until('another process runs', () => processes.length === 2);
  expect([processes[0]!.isStopped, rung.stream.isOver]).toEqual([true, false]);
  expect(processes[1]!.input.read().includes(other)).toBe(true);
  send('video', configs.video, 8_100);
  expect([rung.hasFailed, processes[1]!.isStopped]).toEqual([true, true]);
});

test('[LS84] [LS85] an ffmpeg that does not end after its source has failed', async () => {
  const { clock, source, processes, rung, read, overs } = makeRung();
  processes[0]!.begin(5_000);
  await until('the picture is there', () => read.includes('video frame 5000') || rung.stream.receivedBytes > 0);
  clock.advance(60_000);
  source.end();
  clock.advance(10_000);
  expect(rung.hasFailed).toBe(false);
  clock.advance(1_000);
  expect([rung.hasFailed, overs(), processes[0]!.isStopped]).toEqual([true, 1, true]);
  expect(read.at(-1)).toBe('end');
});
