/** Measures loudness as EBU Tech 3341 and ITU-R BS.1770 define it, from the power of what passed `kWeighting`. */

/** The length of a block of the meter, in seconds. */
export const blockSeconds = 0.1;

/** Blocks of each window: 0.4 s and 3 s. */
const momentaryBlocks = 4;
const shortTermBlocks = 30;

/** What is quieter than this, in LUFS, is silence and does not count. */
export const silenceLufs = -70;
/** What is this much quieter than the rest, in LU, does not count for the whole. */
const gateLu = -10;

/** In LUFS; `-Infinity`: silence. */
export interface Loudness {
  /** Of the last 0.4 s. */
  readonly momentary: number;
  /** Of the last 3 s, or as long as it has been measured. */
  readonly shortTerm: number;
  /** Of all since the beginning, without silence and pauses. */
  readonly integrated: number;
}

/** @param power the sum of the mean squares of both channels, after `kWeighting` */
export function lufsOf(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

/** The finest difference of the integrated loudness, in LU: blocks of about the same loudness are kept as one sum. */
const binLu = 0.1;

export interface LoudnessMeter {
  /** Takes the power of the next block. */
  add(power: number): void;
  read(): Loudness;
  /** The next block does not follow the last one, as after a jump. The whole stays. */
  skip(): void;
}

export function makeLoudnessMeter(): LoudnessMeter {
  let last: number[] = [];
  const bins = new Map<number, { power: number; count: number }>();
  function keep(power: number): void {
    const lufs = lufsOf(power);
    if (!(lufs > silenceLufs)) return;
    const key = Math.floor(lufs / binLu);
    const bin = bins.get(key) ?? { power: 0, count: 0 };
    bins.set(key, bin);
    bin.power += power;
    bin.count += 1;
  }
  return {
    add(power) {
      last = [...last.slice(1 - shortTermBlocks), power];
      if (last.length >= momentaryBlocks) keep(mean(last.slice(-momentaryBlocks)));
    },
    read: () => ({
      momentary: lufsOf(mean(last.slice(-momentaryBlocks))),
      shortTerm: lufsOf(mean(last)),
      integrated: integratedOf([...bins.values()]),
    }),
    skip() {
      last = [];
    },
  };
}

function integratedOf(bins: readonly { readonly power: number; readonly count: number }[]): number {
  const gate = lufsOf(meanOfBins(bins)) + gateLu;
  return lufsOf(meanOfBins(bins.filter(({ power, count }) => lufsOf(power / count) > gate)));
}

function meanOfBins(bins: readonly { readonly power: number; readonly count: number }[]): number {
  const count = bins.reduce((sum, bin) => sum + bin.count, 0);
  return count === 0 ? 0 : bins.reduce((sum, bin) => sum + bin.power, 0) / count;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
