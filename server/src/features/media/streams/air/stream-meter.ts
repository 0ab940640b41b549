/** Measures what arrives of a stream in the last seconds, in memory of a fixed size. [LS60] [LS61] */
import type { Advice, StreamFaultName } from './advice.ts';
import { StreamClock } from './stream-clock.ts';
import type { StreamFacts } from './stream-facts.ts';
import type { Tag } from './tag.ts';

/** A rate is that of these whole seconds. */
const rateSeconds = 10;
/** A track of which nothing comes for these seconds, while the other one comes, is missing. */
const trackSeconds = 5;
/** A stream that is silent for this long, in milliseconds, gets no advice: it is interrupted. */
const silentMs = 2_000;
/** OBS makes a key frame every 250 frames, unless told otherwise: viewers then begin and catch up late. */
const mostKeyGapMs = 4_000;
/** More than most connections at home receive without a pause, in bits a second. */
const mostBits = 10_000_000;
/** Least share of the announced frame rate that counts as good. */
const leastShareOfFrames = 0.7;
/** What was bad is good again only when it is better by this share, so that it does not come and go. */
const margin = 0.1;
/** For how long the advice names viewers that left frames out, in milliseconds. */
const tellBehindMs = 15_000;

/** For how long the advice names a publisher that was refused or ended, in milliseconds. */
const tellRefusedMs = 60_000;

interface Second {
  readonly number: number;
  bytes: number;
  pictures: number;
  sounds: number;
}

/** What the meter does not measure itself. */
export interface StreamConditions {
  readonly facts: StreamFacts;
  /** The codec that HLS cannot carry; undefined: HLS carries the stream. */
  readonly leftOutCodec: string | undefined;
  readonly readers: number;
  /** Readers that leave frames out now. */
  readonly behind: number;
}

export class StreamMeter {
  readonly #clock = new StreamClock();
  readonly #startedAtMs: number;
  #seconds: Second[] = [];
  #lastMs: number;
  #key: { ms: number; gapMs: number } | undefined;
  #pictureMs = 0;
  #lastPictureAtMs = Number.NEGATIVE_INFINITY;
  /** Since when pictures come without a break, by the server's clock. */
  #picturesSinceMs = 0;
  #refusedAtMs = Number.NEGATIVE_INFINITY;
  #tookOverAtMs = Number.NEGATIVE_INFINITY;
  #behind: { readonly atMs: number; readonly count: number } | undefined;
  #faults: ReadonlySet<StreamFaultName> = new Set();

  constructor(nowMs: number) {
    this.#startedAtMs = nowMs;
    this.#lastMs = nowMs;
  }

  /** The time stamp of a message, as the encoder sent it. */
  stamp(track: 'audio' | 'video', stamp: number, nowMs: number): void {
    this.#clock.take(track, stamp, nowMs);
  }

  take({ track, ms, media, payload }: Tag, nowMs: number): void {
    const second = this.#second(nowMs);
    second.bytes += payload.length;
    if (media.kind !== 'frame') return;
    this.#lastMs = nowMs;
    if (track === 'audio') second.sounds += 1;
    else {
      second.pictures += 1;
      this.#pictureMs = ms;
      if (nowMs - this.#lastPictureAtMs > trackSeconds * 1_000) this.#picturesSinceMs = nowMs;
      this.#lastPictureAtMs = nowMs;
      if (media.isKey) this.#key = { ms, gapMs: this.#key ? ms - this.#key.ms : 0 };
    }
  }

  /** Another publisher was refused, as this one sends. */
  refused(nowMs: number): void {
    this.#refusedAtMs = nowMs;
  }

  /** Another publisher was ended, as this one came. */
  tookOver(nowMs: number): void {
    this.#tookOverAtMs = nowMs;
  }

  /** Over the last seconds, or those since the beginning. */
  bitsPerSecond(nowMs: number): number {
    const seconds = Math.min(rateSeconds, Math.max(1, Math.floor((nowMs - this.#startedAtMs) / 1_000)));
    return (this.#sum(nowMs, seconds).bytes * 8) / seconds;
  }

  advise(conditions: StreamConditions, nowMs: number): readonly Advice[] {
    if (nowMs - this.#lastMs >= silentMs) return [];
    const isContested = nowMs - this.#refusedAtMs < tellRefusedMs;
    const hasTakenOver = nowMs - this.#tookOverAtMs < tellRefusedMs;
    const advice = [
      ...this.#missing(conditions, nowMs),
      ...this.#keyFrames(),
      ...this.#rates(conditions, nowMs),
      ...this.#viewers(conditions, nowMs),
      ...this.#clock.advise(nowMs),
      ...(conditions.leftOutCodec === undefined ? [] : [{ fault: 'no_hls' as const, codec: conditions.leftOutCodec }]),
      ...(isContested ? [{ fault: 'second_publisher' as const }] : []),
      ...(hasTakenOver ? [{ fault: 'took_over' as const }] : []),
    ];
    this.#faults = new Set(advice.map(({ fault }) => fault));
    return advice;
  }

  #missing({ facts }: StreamConditions, nowMs: number): Advice[] {
    const { pictures, sounds } = this.#sum(nowMs, trackSeconds);
    if (!this.#isOlderThan(trackSeconds, nowMs) || pictures + sounds === 0) return [];
    if (sounds === 0) return [{ fault: 'no_sound' }];
    // Sound alone may be what is meant, unless the encoder told of a picture or sent one.
    const hasPicture = facts.width !== undefined || Number.isFinite(this.#lastPictureAtMs);
    return pictures === 0 && hasPicture ? [{ fault: 'no_picture' }] : [];
  }

  #keyFrames(): Advice[] {
    if (!this.#key) return [];
    const sinceMs = this.#pictureMs - this.#key.ms;
    const gapMs = Math.max(this.#key.gapMs, sinceMs);
    if (gapMs <= mostKeyGapMs) return [];
    // While none comes, the gap is told in steps that double, not anew each second.
    const seconds = gapMs > sinceMs ? gapMs / 1_000 : 2 ** Math.floor(Math.log2(gapMs / 1_000));
    return [{ fault: 'key_frames_far', measured: Math.floor(seconds), expected: 2 }];
  }

  #rates({ facts }: StreamConditions, nowMs: number): Advice[] {
    if (!this.#isOlderThan(rateSeconds, nowMs)) return [];
    const { bytes, pictures } = this.#sum(nowMs, rateSeconds);
    const advice: Advice[] = [];
    const bits = (bytes * 8) / rateSeconds;
    if (bits > mostBits * (this.#faults.has('bit_rate_high') ? 1 - margin : 1))
      advice.push({ fault: 'bit_rate_high', measured: Math.round(bits / 100_000) * 100_000, expected: mostBits });
    const rate = pictures / rateSeconds;
    const share = leastShareOfFrames + (this.#faults.has('frame_rate_low') ? margin : 0);
    const isSteady =
      nowMs - this.#picturesSinceMs > (rateSeconds + 1) * 1_000 &&
      nowMs - this.#lastPictureAtMs <= trackSeconds * 1_000;
    if (facts.frameRate !== undefined && isSteady && rate < facts.frameRate * share)
      advice.push({ fault: 'frame_rate_low', measured: Math.round(rate), expected: Math.round(facts.frameRate) });
    return advice;
  }

  #viewers({ behind, readers }: StreamConditions, nowMs: number): Advice[] {
    if (behind > 0 && behind * 2 >= readers) this.#behind = { atMs: nowMs, count: behind };
    if (!this.#behind || nowMs - this.#behind.atMs >= tellBehindMs) return [];
    const measured = Math.round(this.bitsPerSecond(nowMs) / 100_000) * 100_000;
    return [{ fault: 'viewers_behind', measured, expected: this.#behind.count }];
  }

  #isOlderThan(seconds: number, nowMs: number): boolean {
    return nowMs - this.#startedAtMs >= (seconds + 1) * 1_000;
  }

  #second(nowMs: number): Second {
    const number = Math.floor(nowMs / 1_000);
    const last = this.#seconds.at(-1);
    if (last && last.number >= number) return last;
    const next = { number, bytes: 0, pictures: 0, sounds: 0 };
    this.#seconds.push(next);
    if (this.#seconds.length > rateSeconds + 1) this.#seconds.shift();
    return next;
  }

  /** Of whole seconds: the one that goes on does not count. */
  #sum(nowMs: number, seconds: number): Omit<Second, 'number'> {
    const end = Math.floor(nowMs / 1_000);
    const sum = { bytes: 0, pictures: 0, sounds: 0 };
    for (const one of this.#seconds) {
      if (one.number >= end || one.number < end - seconds) continue;
      sum.bytes += one.bytes;
      sum.pictures += one.pictures;
      sum.sounds += one.sounds;
    }
    return sum;
  }
}
