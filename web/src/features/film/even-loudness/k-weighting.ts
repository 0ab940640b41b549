/** A filter as `IIRFilterNode` takes it: coefficients of the input and of the output. */
export interface Filter {
  readonly feedforward: readonly [number, number, number];
  readonly feedback: readonly [number, number, number];
}

/**
 * How an ear weights frequencies (ITU-R BS.1770-5, annex 1), as two filters in a row: what a head adds above 2 kHz, and
 * what is not heard below 100 Hz. BS.1770 gives coefficients for 48 kHz. These are of the analogue filters behind them,
 * for every rate.
 */
export function kWeighting(sampleRate: number): readonly [head: Filter, lows: Filter] {
  return [headFilter(sampleRate), lowsFilter(sampleRate)];
}

const head = { hertz: 1_681.974450955533, decibels: 3.999843853973347, q: 0.7071752369554196 } as const;
const lows = { hertz: 38.13547087602444, q: 0.5003270373238773 } as const;
/** The gain in the middle of the slope, as a power of the whole gain. */
const middlePower = 0.4996667741545416;

function headFilter(sampleRate: number): Filter {
  const k = Math.tan((Math.PI * head.hertz) / sampleRate);
  const high = 10 ** (head.decibels / 20);
  const middle = high ** middlePower;
  const whole = 1 + k / head.q + k * k;
  return {
    feedforward: [
      (high + (middle * k) / head.q + k * k) / whole,
      (2 * (k * k - high)) / whole,
      (high - (middle * k) / head.q + k * k) / whole,
    ],
    feedback: [1, (2 * (k * k - 1)) / whole, (1 - k / head.q + k * k) / whole],
  };
}

function lowsFilter(sampleRate: number): Filter {
  const k = Math.tan((Math.PI * lows.hertz) / sampleRate);
  const whole = 1 + k / lows.q + k * k;
  return {
    feedforward: [1, -2, 1],
    feedback: [1, (2 * (k * k - 1)) / whole, (1 - k / lows.q + k * k) / whole],
  };
}
