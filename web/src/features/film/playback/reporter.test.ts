import type { PlaybackReport } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { makeReporter } from './reporter.ts';
import type { PlayerFacts } from './reports.ts';
import { firstState } from './sync/engine-state.ts';
import { playingState } from './sync/simulation.ts';
import { statusOf } from './sync/status.ts';

function makeWorld() {
  const sent: PlaybackReport[] = [];
  const world = {
    nowMs: 60_000,
    isConnected: true,
    facts: {
      mediaId: 'media_1',
      state: playingState(),
      status: statusOf(firstState, 0),
      durationSeconds: undefined,
      hasRun: true,
      isLate: false,
      hasProblem: false,
      isHidden: false,
    } as PlayerFacts | undefined,
  };
  const reporter = makeReporter({
    facts: () => world.facts,
    send(report) {
      if (world.isConnected) sent.push(report);
      return world.isConnected;
    },
    now: () => world.nowMs,
  });
  return { world, sent, reporter };
}

test('[SY26] what is new is told at once, what is known every 5 s while the room plays', () => {
  const { world, sent, reporter } = makeWorld();
  reporter.tell();
  world.nowMs += 4_999;
  reporter.tell();
  expect(sent).toHaveLength(1);
  world.nowMs += 1;
  reporter.tell();
  expect(sent).toHaveLength(2);
  world.facts = { ...world.facts!, durationSeconds: 90 };
  reporter.tell();
  expect(sent.map((report) => report.duration_seconds)).toEqual([undefined, undefined, 90]);
});

test('[SY26] in a room that stands still there are no signs of life', () => {
  const { world, sent, reporter } = makeWorld();
  world.facts = { ...world.facts!, state: playingState({ is_playing: false }) };
  reporter.tell();
  world.nowMs += 60_000;
  reporter.tell();
  expect(sent).toHaveLength(1);
});

test('[SY26] what could not be sent is told again, and with a new connection everything is', () => {
  const { world, sent, reporter } = makeWorld();
  world.isConnected = false;
  reporter.tell();
  world.isConnected = true;
  reporter.tell();
  expect(sent).toHaveLength(1);
  reporter.tellAnew();
  expect(sent).toHaveLength(2);
});

test('[SY26] a player without the item of the room tells nothing', () => {
  const { world, sent, reporter } = makeWorld();
  world.facts = undefined;
  reporter.tellAnew();
  expect(sent).toEqual([]);
});

test('[SY88] what a player needs of a live stream is told at once when it changes', () => {
  const { world, sent, reporter } = makeWorld();
  reporter.tell();
  world.facts = { ...world.facts!, status: { ...statusOf(firstState, 0), liveNeedMs: 600 } };
  reporter.tell();
  reporter.tell();
  expect(sent.map((report) => report.live_delay_ms)).toEqual([undefined, 600]);
});
