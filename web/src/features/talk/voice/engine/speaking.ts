import { makeStore, type Store } from '../../../../client/store.ts';
import type { CallState } from './call.ts';

/**
 * At this level or above a person speaks; below `quiet` they are silent. Between the two nothing changes, so that
 * breath does not flicker.
 */
const loud = 0.03;
const quiet = 0.015;
/** A pause shorter than this (ms) still counts as speaking: it is a pause between words. */
const pauseMs = 500;
/** Time between two levels. It is no divisor of a second, so that a repeating sound is not missed each time. */
const everyMs = 70;

/** The speaking state of one person. */
export interface Voice {
  readonly isSpeaking: boolean;
  /** When they were last loud enough. */
  readonly heardMs: number;
}

/** The state of a person after a new level. Pure. [WVO9] */
export function voiceAfter(before: Voice | undefined, level: number, nowMs: number): Voice {
  const isSpeaking = before?.isSpeaking ?? false;
  if (level >= (isSpeaking ? quiet : loud)) return { isSpeaking: true, heardMs: nowMs };
  const heardMs = before?.heardMs ?? Number.NEGATIVE_INFINITY;
  return { isSpeaking: isSpeaking && nowMs - heardMs < pauseMs, heardMs };
}

export interface Speaking {
  /** The addresses of the people who speak. */
  readonly now: Store<ReadonlySet<string>>;
  close(): void;
}

/** Measures who is speaking while this page is in voice. */
export function watchSpeaking(
  state: Store<CallState>,
  measure: (nowMs: number) => ReadonlyMap<string, number>,
  now: () => number,
): Speaking {
  const speaking = makeStore<ReadonlySet<string>>(new Set());
  let voices = new Map<string, Voice>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function look(): void {
    const nowMs = now();
    voices = new Map([...measure(nowMs)].map(([peer, level]) => [peer, voiceAfter(voices.get(peer), level, nowMs)]));
    const next = new Set([...voices].filter(([, { isSpeaking }]) => isSpeaking).map(([peer]) => peer));
    const held = speaking.get();
    const isSame = next.size === held.size && [...next].every((peer) => held.has(peer));
    if (!isSame) speaking.set(next);
  }

  function follow(): void {
    const isOn = state.get().is !== 'idle';
    if (isOn) timer ??= setInterval(look, everyMs);
    else stop();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    voices = new Map();
    if (speaking.get().size > 0) speaking.set(new Set());
  }

  const end = state.subscribe(follow);
  return {
    now: speaking,
    close() {
      end();
      stop();
    },
  };
}
