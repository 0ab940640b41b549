/**
 * Films that this server converts: seconds from the press to the first picture and from a jump to its picture, and the
 * processor time of a conversion beside that of ffmpeg alone, for one viewer and for thirty.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import type { Benchmark } from '../benchmark.ts';
import { root } from '../build.ts';
import { median, quantile } from '../figures.ts';
import { childrenCpuMs, cpuMs, endedChildrenCpuMs } from '../process-usage.ts';
import { openScreen, pause, type Screen } from '../skew/screen.ts';
import { startWorld, type World } from '../world.ts';
import { filmSeconds, serveFilms } from './films.ts';
import { type Film, playFilm, watchAll } from './viewer.ts';

const viewerCount = 30;
/** Films that a page begins, and jumps in each of them. */
const presses = 6;
const jumps = [40, 12];
const rounds = 3;
const waitLimitMs = 40_000;

export const convert: Benchmark = {
  name: 'convert',
  async run() {
    const films = await serveFilms(presses + 2 * rounds);
    const world = await startWorld({
      ...{ people: viewerCount, rooms: 1, webRoot: join(root, 'web/dist') },
      environment: { MATINEE_OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' },
    });
    try {
      const shown = await measurePictures(world, films.url);
      const cost = await measureCost(world, films.url);
      return { ...shown, ...cost };
    } finally {
      await world.stop();
      films.close();
    }
  },
};

async function measurePictures(world: World, site: string): Promise<Record<string, number>> {
  const [room] = world.rooms as [string];
  const session = { accessToken: world.people[0]!.token, refreshToken: 'none' };
  const screen = await openScreen(`${world.server.url}/r/${room}`, session);
  const [starts, seeks]: [number[], number[]] = [[], []];
  try {
    for (let n = 0; n < presses; n += 1) {
      const pressedMs = performance.now();
      await playFilm(world, room, `${site}/${n}.avi`);
      starts.push((await pictureAfter(screen, 0, n === 0)) - pressedMs);
      for (const seconds of jumps) {
        const jumpedMs = performance.now();
        await jump(world, room, seconds);
        seeks.push((await pictureAfter(screen, seconds)) - jumpedMs);
      }
    }
  } finally {
    await screen.close();
  }
  const inSeconds = (name: string, all: readonly number[]) => ({
    [`${name}_p50_s`]: median(all) / 1_000,
    [`${name}_p95_s`]: quantile(all, 0.95) / 1_000,
  });
  return { ...inSeconds('press_to_picture', starts), ...inSeconds('jump_to_picture', seeks) };
}

async function jump({ server, people }: World, room: string, seconds: number): Promise<void> {
  const response = await fetch(`${server.url}/api/rooms/${room}/playback`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${people[0]!.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ position_seconds: seconds }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/**
 * Waits for a newly shown picture from `seconds` of the film or later.
 * @returns the time of its arrival
 */
async function pictureAfter({ page }: Screen, seconds: number, isFirst = false): Promise<number> {
  const fromMs = performance.now();
  const before = isFirst ? 0 : await page.evaluate<number>('window.__bench.samples.length');
  const shown = `window.__bench.samples.slice(${before}).some(({ mediaSeconds }) => mediaSeconds >= ${seconds} && mediaSeconds < ${seconds + 6})`;
  while (!(await page.evaluate<boolean>(shown))) {
    if (performance.now() - fromMs > waitLimitMs) throw new Error(`no picture: ${await page.innerText('body')}`);
    await pause(10);
  }
  return performance.now();
}

async function measureCost(world: World, site: string): Promise<Record<string, number>> {
  const [room] = world.rooms as [string];
  const [alone, many, control]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    control.push(await plainCost(`${site}/${presses + 2 * round}.avi`));
    const films: Film[] = [];
    for (const n of [0, 1]) films.push(await playFilm(world, room, `${site}/${presses + 2 * round + n}.avi`));
    await playFilm(world, room, `${site}/${presses + 2 * round}.avi`);
    alone.push(await costOf(world, () => watchAll(world, films[0]!, world.people[0]!)));
    await playFilm(world, room, `${site}/${presses + 2 * round + 1}.avi`);
    many.push(await costOf(world, () => Promise.all(world.people.map((person) => watchAll(world, films[1]!, person)))));
  }
  const perMinute = (all: readonly number[]) => (median(all) / 1_000 / filmSeconds) * 60;
  const ratio = (all: readonly number[], of: readonly number[]) => median(all.map((ms, round) => ms / of[round]!));
  return {
    cpu_s_per_minute: perMinute(alone),
    plain_ffmpeg_cpu_s_per_minute: perMinute(control),
    ratio: ratio(alone, control),
    viewer_growth: ratio(many, alone),
  };
}

/** Processor time of ffmpeg and ffprobe below the server, and of the server itself, in milliseconds. */
async function costOf({ server: { pid } }: World, work: () => Promise<unknown>): Promise<number> {
  const database = childrenCpuMs(pid);
  const read = () => cpuMs(pid) + endedChildrenCpuMs(pid);
  const before = read();
  await work();
  return read() - before + Math.max(0, childrenCpuMs(pid) - database);
}

/** The same picture and sound of the film by one ffmpeg. */
async function plainCost(url: string): Promise<number> {
  const picture = [
    ...['-map', '0:v', '-vf', 'fps=25,scale=-2:720:flags=bicubic', '-c:v', 'libx264', '-preset', 'veryfast'],
    ...['-profile:v', 'high', '-pix_fmt', 'yuv420p', '-crf', '22', '-maxrate', '3M', '-bufsize', '6M'],
    ...['-force_key_frames', 'expr:gte(t,n_forced*4)', '-sc_threshold', '0', '-f', 'mp4'],
  ];
  const sound = ['-map', '0:a', '-c:a', 'aac', '-b:a', '192k', '-ac', '2', '-f', 'mp4'];
  const fragments = ['-movflags', 'empty_moov+default_base_moof+frag_keyframe', '-y', '/dev/null'];
  const before = endedChildrenCpuMs(process.pid);
  const args = ['-v', 'error', '-i', url, ...picture, ...fragments, ...sound, ...fragments];
  const child = spawn(programPath('ffmpeg'), args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  return endedChildrenCpuMs(process.pid) - before;
}
