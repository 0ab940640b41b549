import { expect, test } from 'vitest';
import { type LiveFacts, type LivePlace, lookAtPlace, noLivePlace } from './live-place.ts';
import { expectedPosition } from './room-motion.ts';
import { playingState } from './simulation.ts';

/**
 * A stream that began at server time 1 000 000. It publishes each segment of four seconds as soon as it is complete.
 */
const began = 1_000_000;
const segmentSeconds = 4;

interface Viewer {
  /** Where the player's own timeline begins in the stream, in seconds. */
  readonly from: number;
  /** How late the viewer sees each playlist, in milliseconds. */
  readonly lateMs: number;
  readonly isDated: boolean;
}

/** The facts that a viewer has at a moment of server time. */
function factsAt(serverNowMs: number, { from, lateMs, isDated }: Viewer): LiveFacts {
  const whole = Math.floor((serverNowMs - lateMs - began) / (segmentSeconds * 1000)) * segmentSeconds;
  const edgeSeconds = whole - from;
  const zeroMs = isDated ? began + from * 1000 : undefined;
  return { segmentSeconds, startSeconds: edgeSeconds - 60, edgeSeconds, zeroMs };
}

/** The common place as one viewer computes it after watching for a while, in seconds of the stream. */
function placeOf(viewer: Viewer, watchedMs: number, until: number): number | undefined {
  let place: LivePlace = noLivePlace;
  for (let nowMs = until - watchedMs; nowMs <= until; nowMs += 100) {
    place = lookAtPlace(place, {
      facts: factsAt(nowMs, viewer),
      room: playingState(),
      nowMs,
      serverNowMs: nowMs,
      playerSeconds: 0,
      isOwnSeek: false,
    });
  }
  return place.motion && viewer.from + expectedPosition(place.motion.state, until);
}

const until = began + 200_000;

test('[SY66] viewers of a stream with dates are at one place, whenever they came and however late they see its lists', () => {
  const first = placeOf({ from: 0, lateMs: 100, isDated: true }, 60_000, until);
  const second = placeOf({ from: 120, lateMs: 1_900, isDated: true }, 500, until);
  expect(first).toBeCloseTo(200 - 16, 3);
  expect(second).toBeCloseTo(first!, 3);
});

test('[SY66] without dates they are at one place to what their lists are late', () => {
  const first = placeOf({ from: 0, lateMs: 100, isDated: false }, 30_000, until)!;
  const second = placeOf({ from: 120, lateMs: 600, isDated: false }, 30_000, until)!;
  expect(Math.abs(first - second)).toBeLessThan(0.7);
});

test('[SY66] a stream whose dates are a minute old is watched near its end all the same', () => {
  const facts = { segmentSeconds, startSeconds: 0, edgeSeconds: 100, zeroMs: 0 };
  const look = { facts, room: playingState(), nowMs: 0, serverNowMs: 160_000, playerSeconds: 0, isOwnSeek: false };
  const { motion } = lookAtPlace(noLivePlace, look);
  const place = expectedPosition(motion!.state, 160_000);
  expect(place).toBeGreaterThan(100 - 8 * segmentSeconds - 4 * segmentSeconds);
  expect(place).toBeLessThan(100);
});

test('[SY66] a place that the list does not have is followed by nobody', () => {
  const facts = { segmentSeconds, startSeconds: 98, edgeSeconds: 100, zeroMs: 0 };
  const look = { facts, room: playingState(), nowMs: 0, serverNowMs: 100_000, playerSeconds: 0, isOwnSeek: false };
  expect(lookAtPlace(noLivePlace, look).motion).toBeUndefined();
});

test('[SY67] who jumps back stays there, and whoever comes near to the others follows them again', () => {
  const at = (playerSeconds: number, isOwnSeek = false) => ({
    facts: factsAt(until, { from: 0, lateMs: 0, isDated: true }),
    room: playingState(),
    nowMs: until,
    serverNowMs: until,
    playerSeconds,
    isOwnSeek,
  });
  const watching = lookAtPlace(noLivePlace, at(184));
  expect(lookAtPlace(watching, at(150, true)).isOwnPlace).toBe(false);
  const back = lookAtPlace(watching, at(150));
  expect(back.isOwnPlace).toBe(true);
  expect(lookAtPlace(back, at(151)).isOwnPlace).toBe(true);
  expect(lookAtPlace(back, at(181)).isOwnPlace).toBe(false);
});

test('[SY63] the delay is counted from when the picture was taken, not from what the list offers', () => {
  const delayOf = (serverNowMs: number, zeroMs: number | undefined, before = noLivePlace, playerSeconds = 68) => {
    const facts = { segmentSeconds: 8, startSeconds: 0, edgeSeconds: 96, zeroMs };
    const look = { facts, room: playingState(), nowMs: serverNowMs, serverNowMs, playerSeconds, isOwnSeek: false };
    return lookAtPlace(before, look);
  };
  // The playlist ends at 96 s. It was published then, and is read 4 s later.
  expect(delayOf(began + 100_000, began).delaySeconds).toBe(32);
  // Without dates, or with dates of another day, its end counts as happening at the moment when it was seen.
  expect(delayOf(began + 100_000, undefined).delaySeconds).toBe(28);
  expect(delayOf(began + 100_000, 0).delaySeconds).toBe(28);
  // Until the next playlist comes, time goes on, so the delay of a picture that stands still grows.
  const seen = delayOf(began + 100_000, undefined);
  expect(delayOf(began + 103_000, undefined, seen).delaySeconds).toBe(31);
  // A trembling delay is shown as one figure.
  const trembling = [32.4, 32.6, 32.3, 32.7, 32.9].map((delay) => began + (68 + delay) * 1_000);
  let place: LivePlace = noLivePlace;
  const shown = trembling.map((nowMs) => {
    place = delayOf(nowMs, began, place);
    return place.delaySeconds;
  });
  expect(shown).toEqual([32, 32, 32, 32, 33]);
});

test('[SY66] [SY88] players with different lines are at one place: where the one that needs most can be', () => {
  const at = (serverNowMs: number, lateMs: number, roomNeedMs: number | undefined) => ({
    facts: {
      ...{ segmentSeconds: 0.2, startSeconds: 0, zeroMs: began, leastDelayMs: 600 },
      edgeSeconds: (serverNowMs - lateMs - began) / 1_000,
    },
    ...{ room: playingState(), nowMs: serverNowMs, serverNowMs, roomNeedMs, playerSeconds: 0, isOwnSeek: false },
  });
  const placeOf = (lateMs: number) => {
    let place: LivePlace = noLivePlace;
    for (let nowMs = until - 60_000; nowMs <= until; nowMs += 100)
      place = lookAtPlace(place, at(nowMs, lateMs, nowMs < until - 50_000 ? undefined : 1_200));
    return expectedPosition(place.motion!.state, until);
  };
  expect(placeOf(50)).toBeCloseTo(200 - 1.2, 3);
  expect(placeOf(700)).toBeCloseTo(200 - 1.2, 3);
  expect(lookAtPlace(noLivePlace, at(until, 50, undefined)).need?.ms).toBe(600);
  expect(lookAtPlace(noLivePlace, at(until, 900, undefined)).need?.ms).toBe(1_200);
});

test('[SY66] a stream with dates of another clock has no delay of its own', () => {
  const facts = { segmentSeconds: 0.4, startSeconds: 0, edgeSeconds: 100, zeroMs: 0, leastDelayMs: 1_600 };
  const look = { facts, room: playingState(), nowMs: 0, serverNowMs: 160_000, playerSeconds: 0, isOwnSeek: false };
  const { need, motion } = lookAtPlace(noLivePlace, look);
  expect(need).toBeUndefined();
  expect(expectedPosition(motion!.state, 160_000)).toBeLessThan(100);
});

test('[SY66] long segments are three behind', () => {
  const facts = { segmentSeconds: 8, startSeconds: 0, edgeSeconds: 96, zeroMs: began };
  const nowMs = began + 100_000;
  const look = { facts, room: playingState(), nowMs, serverNowMs: nowMs, playerSeconds: 0, isOwnSeek: false };
  expect(expectedPosition(lookAtPlace(noLivePlace, look).motion!.state, nowMs)).toBeCloseTo(76, 3);
});

test('[SY66] who has no data for a while comes back to where the others are on their way', () => {
  const at = (serverNowMs: number, lateMs: number) => ({
    facts: {
      ...{ segmentSeconds: 0.2, startSeconds: 0, zeroMs: began, leastDelayMs: 600 },
      edgeSeconds: (serverNowMs - lateMs - began) / 1_000,
    },
    ...{ room: playingState(), nowMs: serverNowMs, serverNowMs, playerSeconds: 0, isOwnSeek: false },
  });
  let [steady, broken]: LivePlace[] = [noLivePlace, noLivePlace];
  for (let nowMs = until - 20_000; nowMs <= until; nowMs += 100) {
    const isBroken = nowMs >= until - 5_000 && nowMs < until - 2_000;
    broken = lookAtPlace(broken!, at(nowMs, isBroken ? nowMs - until + 5_050 : 50));
    steady = lookAtPlace(steady!, { ...at(nowMs, 50), roomNeedMs: broken.need!.ms });
    if (nowMs === until - 2_500) expect(broken.motion).toBeUndefined();
  }
  expect(broken!.need!.ms).toBe(1_100);
  expect(broken!.startMs! - steady!.startMs!).toBeLessThan(20);
});
