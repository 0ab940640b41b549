import type { MediaPort } from './media-port.ts';

/** How a simulated browser behaves. Milliseconds. */
export interface SimulatedBrowser {
  readonly playDelayMs: () => number;
  readonly seekDelayMs: () => number;
  /** Parts per million by which the media clock runs too fast. */
  readonly driftPpm: number;
  /** How long the picture stops at a change of the rate. */
  readonly rateGlitchMs: number;
  readonly framesPerSecond: number;
  /** True: the film's server has no ranges, so every seek leads back to the start. */
  readonly isFixed: boolean;
  /** How far the local clock is from the server's. */
  readonly clockOffsetMs: number;
}

export const plainBrowser: SimulatedBrowser = {
  playDelayMs: () => 35,
  seekDelayMs: () => 120,
  driftPpm: 0,
  rateGlitchMs: 0,
  framesPerSecond: 30,
  isFixed: false,
  clockOffsetMs: 0,
};

const durationSeconds = 600;

/** A player for tests that behaves like Chromium in measurements. Every delay is a parameter. */
export class SimulatedPlayer implements MediaPort {
  /** Position of the picture. During a seek, `currentTime` already is the target, as in browsers. */
  position = 0;
  rateChanges = 0;
  muted = false;
  paused = true;
  readonly duration = durationSeconds;
  readonly buffered = { length: 1, start: () => 0, end: () => this.#loadedUntil };
  readonly seekable = { length: 1, start: () => 0, end: () => (this.#browser.isFixed ? 0 : durationSeconds) };
  readonly #browser: SimulatedBrowser;
  readonly #now: () => number;
  #rate = 1;
  #movesFromMs = 0;
  #seek: { readonly to: number; readonly untilMs: number } | undefined;
  #frozenUntilMs = 0;
  #starvedUntilMs = 0;
  #loadedUntil = durationSeconds;

  constructor(browser: SimulatedBrowser, now: () => number) {
    this.#browser = browser;
    this.#now = now;
  }

  get currentTime(): number {
    return this.#seek?.to ?? this.position;
  }

  set currentTime(seconds: number) {
    const to = this.#browser.isFixed ? 0 : Math.max(0, Math.min(durationSeconds, seconds));
    this.#seek = { to, untilMs: this.#now() + this.#browser.seekDelayMs() };
  }

  get playbackRate(): number {
    return this.#rate;
  }

  set playbackRate(rate: number) {
    this.rateChanges += 1;
    this.#rate = rate;
    if (!this.paused) this.#movesFromMs = Math.max(this.#movesFromMs, this.#now() + this.#browser.rateGlitchMs);
  }

  get ended(): boolean {
    return this.position >= durationSeconds;
  }

  get seeking(): boolean {
    return this.#seek !== undefined;
  }

  get readyState(): number {
    return this.#seek ? 1 : this.#isStarved() ? 2 : 4;
  }

  async play(): Promise<void> {
    if (this.paused) this.#movesFromMs = this.#now() + this.#browser.playDelayMs();
    this.paused = false;
  }

  pause(): void {
    this.paused = true;
  }

  /** Ends a seek whose time has come. @returns true when a seek ended. */
  endSeek(): boolean {
    if (this.#seek === undefined || this.#now() < this.#seek.untilMs) return false;
    this.position = this.#seek.to;
    this.#seek = undefined;
    if (!this.paused) this.#movesFromMs = this.#now();
    return true;
  }

  /** Plays for a millisecond, unless something holds the player. */
  move(): void {
    const nowMs = this.#now();
    const isHeld = this.paused || this.seeking || nowMs <= this.#movesFromMs || nowMs <= this.#frozenUntilMs;
    if (isHeld || this.#isStarved()) return;
    const rate = this.#rate * (1 + this.#browser.driftPpm / 1e6);
    this.position = Math.min(durationSeconds, this.position + rate / 1000);
  }

  freezeUntil(atMs: number): void {
    this.#frozenUntilMs = atMs;
  }

  starveUntil(atMs: number): void {
    this.#starvedUntilMs = atMs;
  }

  setLoadedUntil(seconds: number): void {
    this.#loadedUntil = seconds;
  }

  #isStarved(): boolean {
    return this.#now() < this.#starvedUntilMs || this.position >= this.#loadedUntil;
  }
}
