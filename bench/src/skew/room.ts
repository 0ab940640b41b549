import type { TestMedia } from '@matinee/testkit/media.ts';
import { quantile } from '../figures.ts';
import type { World } from '../world.ts';
import { figuresOf, firstMoving, offsetOf, settledAfter, skewsOf } from './samples.ts';
import { nowMs, openScreen, pause, type Screen, waitUntilMoving } from './screen.ts';

/** How much to measure. */
export interface Stretches {
  readonly steadyMs: number;
  /** Number of play commands whose first frames are compared. */
  readonly starts: number;
}

/** How long the film plays between two measurements. */
const settleMs = 3_000;
const stallMs = 700;
/** How long to watch the recovery from a stall, and the start of a late joiner. */
const watchMs = 6_000;
/** Below this skew, a recovery has ended or a late joiner has arrived. */
const togetherMs = 40;

/** Opens the room in two browsers. Measures steady play, starts, a stall, and a third browser that joins late. */
export async function measureRoom(
  world: World,
  media: TestMedia,
  url: string,
  lengths: Stretches,
): Promise<Record<string, number>> {
  const room = roomOf(world, url);
  await room.play(media.mp4Url);
  const screens: Screen[] = [];
  const open = async (person: number) => {
    const screen = await openScreen(`${url}/r/${world.rooms[0]}`, room.session(person));
    screens.push(screen);
    await waitUntilMoving(screen);
    return screen;
  };
  try {
    const [a, b] = await Promise.all([open(0), open(1)]);
    await pause(settleMs);
    const starts = await measureStarts(room, a, b, lengths.starts);
    const steady = await measureSteady(room, a, b, lengths.steadyMs);
    const recovery = await measureRecovery(room, a, b);
    const lateJoin = await measureLateJoin(room, a, () => open(2));
    return { ...steady, ...starts, ...recovery, ...lateJoin };
  } finally {
    await Promise.all(screens.map((screen) => screen.close()));
  }
}

type Figures = Record<string, number>;

async function measureSteady(room: Room, a: Screen, b: Screen, ms: number): Promise<Figures> {
  await room.update({ position_seconds: 2, is_playing: true });
  await pause(settleMs);
  const seeksBefore = (await a.seeks()) + (await b.seeks());
  const fromMs = nowMs();
  await pause(ms);
  const skews = skewsOf(await a.samples(), await b.samples(), fromMs, nowMs());
  const { p50, p95 } = figuresOf(skews);
  return { steady_p50: p50, steady_p95: p95, seeks: (await a.seeks()) + (await b.seeks()) - seeksBefore };
}

/** Time between the first moving frames of the two, over several plays. */
async function measureStarts(room: Room, a: Screen, b: Screen, count: number): Promise<Figures> {
  const spreads: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const paused = await room.update({ is_playing: false, position_seconds: 5 + round * 3 });
    await pause(800);
    const fromMs = nowMs();
    await room.update({ is_playing: true });
    await pause(1_800);
    const [first, second] = [await a.samples(), await b.samples()].map((samples) =>
      firstMoving(samples, fromMs, paused.position_seconds),
    );
    if (first === undefined || second === undefined) throw new Error('a play command did not start the film');
    spreads.push(Math.abs(offsetOf(first) - offsetOf(second)));
  }
  return { start_p50: quantile(spreads, 0.5), start_p95: quantile(spreads, 0.95) };
}

/** Stops one of the two for a moment; measures how long its recovery takes. */
async function measureRecovery(room: Room, a: Screen, b: Screen): Promise<Figures> {
  await room.update({ position_seconds: 5, is_playing: true });
  await pause(settleMs);
  await b.stall(stallMs);
  const fromMs = nowMs();
  await pause(watchMs);
  const toMs = nowMs();
  const skews = skewsOf(await a.samples(), await b.samples(), fromMs, toMs);
  const after = figuresOf(skews.filter((skew) => skew.atMs > fromMs + 3_000));
  return {
    recovery: settledAfter(skews, fromMs, toMs, togetherMs),
    after_stall_p50: after.p50,
    after_stall_p95: after.p95,
  };
}

/** A person joins in the middle. Measures the skew from two seconds after their first moving frame. */
async function measureLateJoin(room: Room, a: Screen, openLate: () => Promise<Screen>): Promise<Figures> {
  await room.update({ position_seconds: 10, is_playing: true });
  const late = await openLate();
  await pause(watchMs);
  const samples = await late.samples();
  const moving = samples.find((sample, index) => index > 0 && sample.mediaSeconds > samples[index - 1]!.mediaSeconds);
  if (moving === undefined) throw new Error('the film does not move for a late joiner');
  const skews = skewsOf(await a.samples(), samples, moving.displayMs, nowMs());
  return {
    late_join: figuresOf(skews.filter((skew) => skew.atMs > moving.displayMs + 2_000)).p95,
    late_join_settled: settledAfter(skews, moving.displayMs, nowMs(), togetherMs),
  };
}

export interface Room {
  /** The web app's stored session, for a person's browser. */
  session(person: number): object;
  play(mediaUrl: string): Promise<void>;
  update(change: object): Promise<{ position_seconds: number }>;
}

/** The first room of the world. Its host sends commands by REST. */
export function roomOf(world: World, url: string): Room {
  const path = `/api/rooms/${world.rooms[0]}`;
  async function call(method: string, at: string, body: object) {
    const response = await fetch(url + at, {
      method,
      headers: { authorization: `Bearer ${world.people[0]!.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
  return {
    session: (person) => ({ accessToken: world.people[person]!.token, refreshToken: 'none' }),
    async play(mediaUrl) {
      const source = { direct_url: { url: mediaUrl } };
      const { media } = await call('POST', `${path}/media`, { name: 'film', source });
      await call('POST', `${path}/playback/start`, { media_id: media.id });
    },
    async update(change) {
      const { playback_state } = await call('PATCH', `${path}/playback`, change);
      return playback_state;
    },
  };
}
