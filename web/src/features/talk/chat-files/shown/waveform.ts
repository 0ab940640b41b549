/** Most bars of a waveform. */
const mostBars = 48;

/** The bytes of a waveform as bars from 0 to 1. Each bar shows its loudest moment. Pure. [WCF7] */
export function barsOf(waveform: string | undefined): readonly number[] {
  const bytes = waveform ? Uint8Array.from(atob(waveform), (letter) => letter.charCodeAt(0)) : new Uint8Array();
  const count = Math.min(mostBars, bytes.length);
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * bytes.length) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * bytes.length) / count));
    return Math.max(...bytes.subarray(from, to)) / 255;
  });
}
