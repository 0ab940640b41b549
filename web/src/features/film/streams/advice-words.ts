import type { StreamAdvice } from '@matinee/contract/gen/api.ts';
import { codecName, rateOf } from './words.port.ts';

/** A key of the texts under `advice`, and its values. */
export interface AdviceWords {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Numbers are written without a sign: the words say the direction. Pure. [WLS8] */
export function wordsOf({ fault, measured = 0, expected = 0, codec }: StreamAdvice, locale: string): AdviceWords {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const isRate = fault === 'bit_rate_high' || fault === 'viewers_behind';
  const told = (value: number) => (isRate ? rateOf(value, locale) : format.format(Math.abs(value)));
  return {
    key: fault === 'time_drifts' && measured < 0 ? 'time_drifts_slow' : fault,
    values: { measured: told(measured), expected: told(expected), codec: codecName(codec ?? '') },
  };
}
