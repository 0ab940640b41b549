import type { FilmPort } from '../playback/sync/media-port.ts';
import { evenLoudness, evenObstacle, isEvenSoundRefused, soundLagMs } from './choice.ts';
import { type EvenGraph, makeEvenGraph } from './even-graph.ts';
import { makeOpener } from './open-source.ts';
import { lagOf } from './sound-lag.ts';

/** The way of the film's sound through the page, on which it is made even. */
export interface EvenSound {
  /** Takes the sound of `film` from now on, if the person wants it even. */
  hear(film: FilmPort | undefined): void;
  stop(): void;
}

const lagEveryMs = 1_000;
/** What browsers take for a press that allows sound. */
const presses = ['pointerdown', 'pointerup', 'keydown'] as const;

/** After these, what was measured does not go on. */
const breaks = ['seeking', 'volumechange'] as const;

/** `renew` has the film played by a new element. */
export function makeEvenSound(renew: () => void): EvenSound {
  return new PageSound(renew);
}

/**
 * Web Audio takes the sound of an element once and for all, and only where the page may read it: other sound would be
 * silent from then on. [WEL1] [WEL4]
 */
class PageSound implements EvenSound {
  readonly #renew: () => void;
  /** The last lag that was told; undefined: the player gave up to shift the sound by it. */
  #toldMs: number | undefined = 0;
  /** Interactive: the shortest way to the loudspeaker. */
  readonly #context = new AudioContext({ latencyHint: 'interactive' });
  readonly #graphs = new Map<HTMLMediaElement, EvenGraph>();
  readonly #followed = new Map<HTMLMediaElement, () => void>();
  readonly #opener = makeOpener();
  readonly #ends: readonly (() => void)[];
  #element: HTMLMediaElement | undefined;

  constructor(renew: () => void) {
    this.#renew = renew;
    const timer = setInterval(this.#tell, lagEveryMs);
    this.#context.addEventListener('statechange', this.#onState);
    for (const event of presses) document.addEventListener(event, this.#allow, true);
    this.#ends = [
      () => clearInterval(timer),
      () => this.#context.removeEventListener('statechange', this.#onState),
      () => presses.map((event) => document.removeEventListener(event, this.#allow, true)),
      evenLoudness.subscribe(this.#lookAtHeard),
    ];
  }

  hear(film: FilmPort | undefined): void {
    if (this.#element) this.#graphs.get(this.#element)?.setEven(false);
    this.#element = film instanceof HTMLMediaElement ? film : undefined;
    for (const left of this.#followed.keys()) if (left !== this.#element && !left.isConnected) this.#drop(left);
    if (this.#element) this.#follow(this.#element);
    this.#lookAtHeard();
  }

  #drop(element: HTMLMediaElement): void {
    this.#followed.get(element)?.();
    this.#followed.delete(element);
    this.#graphs.get(element)?.stop();
    this.#graphs.delete(element);
  }

  readonly #allow = (): void => {
    if (this.#context.state !== 'running') void this.#context.resume().catch(() => undefined);
  };

  stop(): void {
    for (const end of [...this.#ends, ...this.#followed.values()]) end();
    for (const graph of this.#graphs.values()) graph.stop();
    evenObstacle.set(undefined);
    isEvenSoundRefused.set(false);
    soundLagMs.set(0);
    void this.#context.close();
  }

  readonly #onState = (): void => {
    this.#allow();
    this.#lookAtHeard();
  };

  readonly #lookAtHeard = (): void => {
    this.#tell();
    if (this.#element) void this.#look(this.#element);
  };

  #follow(element: HTMLMediaElement): void {
    if (this.#followed.has(element)) return;
    const onLoad = () => {
      const graph = this.#graphs.get(element);
      // Whoever wants it even no more gets back the browser's own way with the next film.
      if (graph && !isOn()) return this.#renew();
      graph?.skip(true);
      if (this.#toldMs === undefined) this.#tellLag(0);
      void this.#look(element);
    };
    const onBreak = () => this.#graphs.get(element)?.skip(false);
    element.addEventListener('loadstart', onLoad);
    for (const event of breaks) element.addEventListener(event, onBreak);
    this.#followed.set(element, () => {
      element.removeEventListener('loadstart', onLoad);
      for (const event of breaks) element.removeEventListener(event, onBreak);
    });
  }

  async #look(element: HTMLMediaElement): Promise<void> {
    const isTaken = this.#graphs.has(element);
    const found = await this.#opener.open(element, isOn() && !isTaken);
    if (found === 'later') return;
    // Nothing would be heard of it on its way through the page.
    if (found !== 'open' && isTaken) return this.#renew();
    if (element !== this.#element) return;
    evenObstacle.set(found === 'open' ? undefined : found);
    if (found === 'open') this.#take(element);
    this.#tell();
  }

  /** While the browser does not allow the page sound, the element gives its own. */
  #take(element: HTMLMediaElement): void {
    if (isOn() && !this.#graphs.has(element) && this.#context.state === 'running')
      this.#graphs.set(element, makeEvenGraph(this.#context, element));
    this.#graphs.get(element)?.setEven(isOn());
  }

  #tellLag(milliseconds: number): void {
    this.#toldMs = milliseconds;
    soundLagMs.set(milliseconds);
  }

  readonly #tell = (): void => {
    const isTaken = this.#element !== undefined && this.#graphs.has(this.#element);
    const isRunning = this.#context.state === 'running';
    // As after a loudspeaker was taken away.
    if (isTaken) this.#allow();
    isEvenSoundRefused.set(isTaken && !isRunning);
    if (this.#toldMs !== soundLagMs.get()) this.#toldMs = undefined;
    else if (isTaken && isRunning) this.#tellLag(lagOf(this.#context, this.#toldMs));
    else if (!isOn() || evenObstacle.get()) this.#tellLag(0);
  };
}

function isOn(): boolean {
  return evenLoudness.get() === 'on';
}
