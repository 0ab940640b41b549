import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from './corrector.ts';
import {
  type EngineInput,
  type EngineState,
  type EngineStep,
  type Following,
  firstState,
  type Moment,
} from './engine-state.ts';
import { step } from './engine-step.ts';
import type { PlayerView } from './media-port.ts';
import { playingState } from './simulation.ts';

const loaded = { length: 1, start: () => 0, end: () => 600 };
const nothingLoaded = { length: 0, start: () => 0, end: () => 0 };

/** A player that stands at the start of a loaded film of ten minutes. */
const standing: PlayerView = {
  currentTime: 0,
  playbackRate: 1,
  muted: false,
  duration: 600,
  paused: true,
  ended: false,
  seeking: false,
  readyState: 4,
  buffered: loaded,
};

const moment = (nowMs: number, player: Partial<PlayerView> = {}): Moment => ({
  nowMs,
  offsetMs: 0,
  isClockReady: true,
  player: { ...standing, ...player },
});

/** The state after `inputs`, which come 100 ms apart. `player` gives the player at each time. */
function after(
  inputs: readonly EngineInput[],
  player: (nowMs: number) => Partial<PlayerView> = () => ({}),
  from: EngineState = firstState,
  fromMs = 0,
): EngineState {
  return inputs.reduce((state, input, index) => {
    const nowMs = fromMs + index * 100;
    return step(state, input, moment(nowMs, player(nowMs))).state;
  }, from);
}

const look: EngineInput = { kind: 'look' };
const kinds = ({ actions }: EngineStep) => actions.map((action) => action.kind);
const stateInput = (over: Parameters<typeof playingState>[0]): EngineInput => ({
  kind: 'state',
  state: playingState({ position_seconds: 0, ...over }),
});

/** An engine that has followed a room from 0 for a second, in step; and its player. */
const inStep = (nowMs: number): Partial<PlayerView> => ({
  paused: nowMs === 0,
  currentTime: Math.max(0, nowMs - 200) / 1000,
});
const following = () => {
  const begun = after([stateInput({ start_at_ms: 200 })]);
  const started = step(begun, { kind: 'wake' }, moment(171)).state;
  return after(
    Array.from({ length: 10 }, () => look),
    inStep,
    started,
    200,
  );
};

const followed = following().phase as Following;

describe('a look', () => {
  test('[SY6] a start in place waits for its moment, and plays before it by the delay of play()', () => {
    const begun = after([stateInput({ start_at_ms: 1_000 })]);
    expect(begun.phase).toMatchObject({ kind: 'starting', start: { kind: 'timed', wakeAtMs: 966 } });
    const early = step(begun, { kind: 'wake' }, moment(966));
    expect(early.state.phase).toMatchObject({ kind: 'starting', start: { kind: 'timed', wakeAtMs: 970 } });
    expect(kinds(early)).toEqual([]);
    const due = step(early.state, { kind: 'wake' }, moment(970));
    expect(due.state.phase.kind).toBe('following');
    expect(kinds(due)).toEqual(['play']);
  });

  test('[SY8] who comes late seeks to where the room will be when the seek is done', () => {
    const begun = step(firstState, stateInput({ start_at_ms: -60_000 }), moment(0));
    expect(begun.actions).toEqual([{ kind: 'seek', seconds: expect.closeTo(60.034 + 0.1875, 3) }]);
    expect(begun.state.seeks).toBe(0);
  });

  test('[SY9] a start whose data is late aims again, further ahead, three times at most', () => {
    let state = step(firstState, stateInput({ start_at_ms: -60_000 }), moment(0)).state;
    const targets: number[] = [];
    for (let nowMs = 4_000; nowMs <= 20_000; nowMs += 4_000) {
      const next = step(state, look, moment(nowMs));
      state = next.state;
      for (const action of next.actions) if (action.kind === 'seek') targets.push(action.seconds - 60 - nowMs / 1000);
      if (state.phase.kind === 'following') break;
    }
    expect(targets).toHaveLength(2);
    expect(targets[1]!).toBeGreaterThan(targets[0]!);
    expect(state.phase.kind).toBe('following');
  });

  test('nothing is decided before clock and player are ready', () => {
    const asked = after([stateInput({})], () => ({ readyState: 0 }));
    expect(asked.phase.kind).toBe('idle');
    const blind = step(asked, look, { ...moment(100), isClockReady: false });
    expect(blind).toMatchObject({ state: { phase: { kind: 'idle' } }, actions: [] });
    expect(step(asked, look, moment(200)).state.phase.kind).toBe('starting');
  });

  test('[SY4] an older state is no news', () => {
    const state = following();
    expect(step(state, stateInput({ version: 1 }), moment(1_200, inStep(1_200)))).toEqual({ state, actions: [] });
  });

  test('[SY3] a player that does not get to the place of a pause is asked again after 2 s, not sooner', () => {
    const pause = { version: 2, at_ms: 1, is_playing: false, position_seconds: 5 };
    let { state, actions } = step(following(), stateInput(pause), moment(1_200, inStep(1_200)));
    expect(actions).toEqual([{ kind: 'pause' }, { kind: 'seek', seconds: 5 }]);
    ({ state, actions } = step(state, look, moment(3_100, { currentTime: 4 })));
    expect(actions).toEqual([]);
    ({ state, actions } = step(state, look, moment(3_200, { currentTime: 4 })));
    expect(actions).toEqual([{ kind: 'seek', seconds: 5 }]);
  });

  test('[SY3] a paused player that is a hundredth of a second off may show the next frame, so it seeks once', () => {
    const pause = { version: 2, at_ms: 1, is_playing: false, position_seconds: 5 };
    let { state, actions } = step(following(), stateInput(pause), moment(1_200, { currentTime: 5.01, paused: true }));
    expect(actions).toEqual([{ kind: 'seek', seconds: 5 }]);
    ({ state, actions } = step(state, look, moment(4_000, { currentTime: 5.01, paused: true })));
    expect(actions).toEqual([]);
    ({ state, actions } = step(following(), stateInput(pause), moment(1_200, { currentTime: 5, paused: true })));
    expect(actions).toEqual([]);
  });

  test('[SY24] a player that something else stopped starts anew after 250 ms', () => {
    const stopped = { paused: true, currentTime: 1 };
    const state = after([look, look, look], () => stopped, following(), 1_200);
    expect(state.phase.kind).toBe('following');
    const next = step(state, look, moment(1_500, stopped));
    expect(next.state.phase).toMatchObject({ kind: 'starting', isOwn: true });
  });

  test('[SY21] without data it jumps after 1.5 s, and then not for 10 s', () => {
    const starved = { paused: false, currentTime: 50, readyState: 2, buffered: nothingLoaded };
    const jumps: number[] = [];
    let state = following();
    for (let nowMs = 1_200; nowMs < 25_000; nowMs += 100) {
      const isSeeking = state.phase.kind === 'starting';
      // The jump leads nowhere: the player stands where it stood.
      const next = step(state, look, moment(nowMs, { ...starved, readyState: isSeeking ? 3 : 2 }));
      if (next.state.lastJumpMs !== state.lastJumpMs) jumps.push(nowMs);
      state = next.state.phase.kind === 'starting' ? { ...next.state, phase: following().phase } : next.state;
    }
    expect(jumps).toEqual([2_700, 12_800, 22_900]);
  });

  test('[SY22] while the room waits, two seconds ahead are ready, and one is not', () => {
    const waiting = stateInput({ waiting: { members: [], until_ms: 9_000 } });
    const view = (end: number) => ({ readyState: 3, buffered: { length: 1, start: () => 0, end: () => end } });
    expect(after([waiting], () => view(1)).missingSinceMs).toBe(0);
    expect(after([waiting, look], (nowMs) => view(nowMs === 0 ? 1 : 2)).missingSinceMs).toBeUndefined();
  });

  test('[SY23] the item has ended when room and player are at its end', () => {
    const end = stateInput({ position_seconds: 599, start_at_ms: 0 });
    const state = after([end], () => ({ currentTime: 599 }));
    expect(step(state, look, moment(940, { currentTime: 599.9 })).state.phase.kind).not.toBe('ended');
    expect(step(state, look, moment(960, { currentTime: 599.4 })).state.phase.kind).not.toBe('ended');
    expect(step(state, look, moment(960, { currentTime: 599.6 })).state.phase.kind).toBe('ended');
  });
});

describe('people', () => {
  test('[SY18] who asks to catch up is brought to the room by a seek, though three were made', () => {
    const behind = (nowMs: number) => ({ paused: false, currentTime: nowMs / 1000 - 3 });
    const loose = {
      ...following(),
      correction: { ...following().correction, isLoose: true, seeks: [900, 901, 902], restUntilMs: 0 },
    };
    const state = after(
      Array.from({ length: 12 }, () => look),
      behind,
      { ...loose, lastFrameMs: -1_000 },
      3_500,
    );
    expect(state.correction.isLoose).toBe(true);
    const next = step(state, { kind: 'catchUp' }, moment(4_700, behind(4_700)));
    expect(next.state).toMatchObject({
      phase: { kind: 'starting', isOwn: true },
      correction: { isLoose: false, seeks: [] },
    });
    expect(kinds(next)).toContain('seek');
  });

  test('[SY25] where sound is refused it plays muted; where that is refused too it waits for a tap', () => {
    const silent = step(following(), { kind: 'refused' }, moment(1_200));
    expect(silent.actions).toEqual([{ kind: 'mute', isMuted: true }, { kind: 'play' }]);
    expect(silent.state.refused).toBe('sound');
    const stopped = step(silent.state, { kind: 'refused' }, moment(1_201, { muted: true }));
    expect(stopped).toMatchObject({ state: { refused: 'play' }, actions: [] });
    const tapped = step(stopped.state, { kind: 'allow' }, moment(5_000, { muted: true }));
    expect(tapped.state).toMatchObject({ refused: 'nothing', phase: { kind: 'starting' } });
    expect(tapped.actions[0]).toEqual({ kind: 'mute', isMuted: false });
  });

  test('[SY25] a player that plays after all wants no tap for that', () => {
    const stopped = { ...following(), refused: 'play' as const };
    expect(step(stopped, { kind: 'played' }, moment(1_200)).state.refused).toBe('nothing');
    expect(step(stopped, { kind: 'played' }, moment(1_200, { muted: true })).state.refused).toBe('sound');
  });

  test('[SY20] a start that was refused teaches nothing', () => {
    const started = { ...following(), phase: { ...following().phase, teachesPlay: true } } as EngineState;
    expect(step(started, { kind: 'refused' }, moment(1_200)).state.phase).toMatchObject({ teachesPlay: false });
  });
});

describe('whatever happens', () => {
  const anyPlayer = fc.record({
    currentTime: fc.double({ min: 0, max: 600, noNaN: true }),
    playbackRate: fc.constantFrom(0.9, 1, 1.5),
    muted: fc.boolean(),
    duration: fc.constantFrom(600, Number.NaN, Number.POSITIVE_INFINITY),
    paused: fc.boolean(),
    ended: fc.boolean(),
    seeking: fc.boolean(),
    readyState: fc.integer({ min: 0, max: 4 }),
    buffered: fc.constantFrom(loaded, nothingLoaded),
  });
  const anyRoom = fc.record({
    version: fc.integer({ min: 1, max: 50 }),
    at_ms: fc.integer({ min: 0, max: 60_000 }),
    start_at_ms: fc.integer({ min: 0, max: 60_000 }),
    position_seconds: fc.double({ min: 0, max: 600, noNaN: true }),
    speed: fc.constantFrom(0.5, 1, 2),
    is_playing: fc.boolean(),
    media_id: fc.constantFrom('media_1', 'media_2', undefined),
  });
  const anyInput: fc.Arbitrary<EngineInput> = fc.oneof(
    { weight: 6, arbitrary: fc.constant(look) },
    fc.constantFrom<EngineInput>(
      { kind: 'wake' },
      { kind: 'clear' },
      { kind: 'played' },
      { kind: 'refused' },
      { kind: 'catchUp' },
      { kind: 'allow' },
    ),
    anyRoom.map((over) => ({ kind: 'state', state: playingState(over as never) }) as const),
    fc.record({
      kind: fc.constant('frame' as const),
      mediaSeconds: fc.double({ min: 0, max: 600, noNaN: true }),
      displayMs: fc.integer({ min: 0, max: 60_000 }),
    }),
  );
  const script = fc.array(fc.tuple(anyInput, anyPlayer, fc.integer({ min: 0, max: 600 })), { maxLength: 80 });

  /** Runs `lines` and passes each step to `check`. */
  function run(
    lines: readonly (readonly [EngineInput, PlayerView, number])[],
    check: (next: EngineStep, before: EngineState, at: Moment, input: EngineInput) => void,
  ): void {
    let state = firstState;
    let nowMs = 1_000;
    for (const [input, player, ms] of lines) {
      nowMs += ms;
      const at = moment(nowMs, player);
      const before = Object.freeze(state);
      const next = step(before, input, at);
      check(next, before, at, input);
      state = next.state;
    }
  }

  test('[SY3] a room that stands still has a player that stands still', () => {
    fc.assert(
      fc.property(script, (lines) => {
        run(lines, ({ state, actions }, _, at, input) => {
          if (state.phase.kind !== 'holding' || input.kind !== 'look') return;
          expect(at.player.paused || actions.some((action) => action.kind === 'pause')).toBe(true);
          expect(actions.some((action) => action.kind === 'play')).toBe(false);
          expect(state.correction.factor).toBe(1);
        });
      }),
    );
  });

  test('[SY13] [SY14] [SY32] the speed stays within 25 % of the room, and within 10 % once the player has arrived', () => {
    fc.assert(
      fc.property(script, (lines) => {
        run(lines, ({ state, actions }, before, { nowMs }) => {
          const hasArrived = nowMs >= before.correction.restUntilMs + limits.arrivalMs;
          const most = hasArrived ? 0.1 : 0.25;
          for (const action of actions) {
            if (action.kind !== 'rate') continue;
            if (state.phase.kind === 'live') {
              expect(action.rate).toBe(1);
              continue;
            }
            const speeds = [state.motion?.state.speed, state.motion?.before?.speed].filter(
              (speed) => speed !== undefined,
            );
            const offs = speeds.map((speed) => Math.abs(action.rate / speed - 1));
            expect(Math.min(...offs)).toBeLessThanOrEqual(most + 1e-9);
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  test('[SY18] the corrector seeks three times in 30 s at most, unless the room changes or a person asks', () => {
    /** Errors of the picture, in seconds. Each lasts two seconds. */
    const errors = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 10, maxLength: 40 });
    fc.assert(
      fc.property(errors, (seconds) => {
        let state: EngineState = { ...following(), lastFrameMs: Number.NEGATIVE_INFINITY };
        const seeks: number[] = [];
        for (let index = 0; index < seconds.length * 20; index += 1) {
          const nowMs = 1_200 + index * 100;
          const currentTime = Math.max(0, nowMs / 1000 + seconds[Math.floor(index / 20)]!);
          const isStarting = state.phase.kind === 'starting';
          const next = step(state, look, moment(nowMs, { paused: false, currentTime })).state;
          const last = next.correction.seeks.at(-1);
          // Within 40 ms of the room, or after 30 s, earlier seeks are forgotten.
          if (last === undefined) seeks.length = 0;
          else if (last !== state.correction.seeks.at(-1)) seeks.push(nowMs);
          // A start plays at once, from the place that it reaches.
          state = isStarting ? { ...next, phase: { ...followed, samples: [] } } : next;
        }
        for (const [index, at] of seeks.entries()) {
          const fourth = seeks[index + 3];
          if (fourth !== undefined) expect(fourth - at).toBeGreaterThanOrEqual(30_000);
        }
      }),
    );
  });

  test('[SY6] a start that waits for its moment is woken later, and only a start that is over plays', () => {
    fc.assert(
      fc.property(script, (lines) => {
        run(lines, ({ state, actions }, before, { nowMs }, input) => {
          if (state.phase.kind === 'starting' && state.phase !== before.phase && state.phase.start.kind === 'timed') {
            const isNew = before.phase.kind !== 'starting' || before.phase.start !== state.phase.start;
            if (isNew) expect(state.phase.start.wakeAtMs).toBeGreaterThan(nowMs);
          }
          if (actions.some((action) => action.kind === 'play') && input.kind !== 'refused')
            expect(state.phase.kind).toMatch(/^(following|live)$/);
        });
      }),
    );
  });

  test('[SY7] frames, and what the browser answers, move nothing by themselves', () => {
    fc.assert(
      fc.property(script, (lines) => {
        run(lines, ({ actions }, _, __, input) => {
          if (input.kind === 'frame' || input.kind === 'played') expect(actions).toEqual([]);
        });
      }),
    );
  });
});
