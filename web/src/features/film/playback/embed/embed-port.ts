import type { FilmPort } from '../sync/media-port.ts';
import type { SiteFacts, SitePlayer } from './site-player.ts';

/** How often the site's player is read, in milliseconds. It reports its position a few times a second. */
const readEveryMs = 50;
/** A seek is over when the position is this near, in seconds, or after this time, in milliseconds. */
const arrivedSeconds = 0.5;
const seekLimitMs = 2_000;

/**
 * Makes another site's player look like a media element, so that the sync engine and the controls drive it like a film.
 * [SY57]
 */
export class EmbedPort extends EventTarget implements FilmPort {
  readonly isCoarse = true;
  readonly #site: SitePlayer;
  readonly #now: () => number;
  readonly #timer: ReturnType<typeof setInterval>;
  #facts: SiteFacts;
  /** The last reported position, and when it was first read: the film moves on between two reports. */
  #told: { readonly position: number; readonly atMs: number };
  #seek: { readonly to: number; readonly atMs: number } | undefined;
  /** The requested speed, and the nearest one that the site has. */
  #rate = { asked: 1, real: 1 };
  #grant: () => void = () => {};
  #refuse: (reason: DOMException) => void = () => {};

  /** `now` is local time in milliseconds. */
  constructor(site: SitePlayer, now: () => number) {
    super();
    this.#site = site;
    this.#now = now;
    this.#facts = site.read();
    this.#told = { position: this.#facts.position, atMs: now() };
    this.#timer = setInterval(() => this.#read(), readEveryMs);
  }

  get currentTime(): number {
    if (this.#seek) return this.#seek.to;
    const { state, position } = this.#facts;
    const { position: told, atMs } = this.#told;
    return state === 'playing' ? told + ((this.#now() - atMs) / 1000) * this.#rate.real : position;
  }
  set currentTime(to: number) {
    this.#seek = { to, atMs: this.#now() };
    this.#site.seek(to);
    this.#say('seeking');
  }
  get playbackRate(): number {
    return this.#rate.asked;
  }
  set playbackRate(asked: number) {
    const real = nearest(this.#facts.rates, asked);
    this.#told = { position: this.currentTime, atMs: this.#now() };
    if (real !== this.#rate.real) this.#site.setRate(real);
    this.#rate = { asked, real };
  }
  get muted(): boolean {
    return this.#facts.isMuted;
  }
  set muted(isMuted: boolean) {
    this.#site.setMuted(isMuted);
    this.#facts = { ...this.#facts, isMuted };
    this.#say('volumechange');
  }
  get volume(): number {
    return this.#facts.volume;
  }
  set volume(volume: number) {
    this.#site.setVolume(volume);
    this.#facts = { ...this.#facts, volume };
    this.#say('volumechange');
  }
  get duration(): number {
    return this.#facts.duration > 0 ? this.#facts.duration : Number.NaN;
  }
  get paused(): boolean {
    return this.#facts.state !== 'playing' && this.#facts.state !== 'loading';
  }
  get ended(): boolean {
    return this.#facts.state === 'ended';
  }
  get seeking(): boolean {
    return this.#seek !== undefined;
  }
  get readyState(): number {
    return this.#facts.state === 'loading' ? 2 : 4;
  }
  /** The site's player loads by itself and tells only whether it is loading. */
  get buffered(): FilmPort['buffered'] {
    const { state, duration } = this.#facts;
    const end = duration > 0 ? duration : Number.MAX_SAFE_INTEGER;
    return { length: state === 'loading' ? 0 : 1, start: () => 0, end: () => end };
  }

  play(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#refuse = reject;
      // One that did not begin to play is superseded.
      this.removeEventListener('playing', this.#grant);
      this.#grant = () => resolve();
      this.addEventListener('playing', this.#grant, { once: true });
      this.#site.play();
    });
  }
  pause(): void {
    this.#site.pause();
  }
  /** The browser refuses to play before a tap. */
  blocked(): void {
    this.#refuse(new DOMException('a tap is needed', 'NotAllowedError'));
  }
  stop(): void {
    clearInterval(this.#timer);
    this.#site.destroy();
  }

  #say(...names: readonly string[]): void {
    for (const name of names) this.dispatchEvent(new Event(name));
  }

  #read(): void {
    const before = this.#facts;
    const facts = this.#site.read();
    this.#facts = facts;
    const isNews = facts.position !== before.position || facts.state !== before.state;
    if (isNews) this.#told = { position: facts.position, atMs: this.#now() };
    if (this.#seek && this.#isOver(this.#seek)) {
      this.#seek = undefined;
      this.#say('seeked');
    }
    if (facts.duration !== before.duration) this.#say('durationchange', 'loadedmetadata');
    if (facts.volume !== before.volume || facts.isMuted !== before.isMuted) this.#say('volumechange');
    if (isNews) this.#say('timeupdate');
    if (facts.state !== before.state) this.#say(...(eventsOf[facts.state] ?? []));
  }

  #isOver({ to, atMs }: { readonly to: number; readonly atMs: number }): boolean {
    return Math.abs(this.#facts.position - to) < arrivedSeconds || this.#now() - atMs > seekLimitMs;
  }
}

const eventsOf: Readonly<Partial<Record<SiteFacts['state'], readonly string[]>>> = {
  playing: ['playing', 'canplay'],
  paused: ['pause', 'canplay'],
  loading: ['waiting'],
  ended: ['ended'],
};

function nearest(rates: readonly number[], asked: number): number {
  return rates.reduce((best, rate) => (Math.abs(rate - asked) < Math.abs(best - asked) ? rate : best), 1);
}
