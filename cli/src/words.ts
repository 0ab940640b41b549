/** Writes numbers and times for people. All pure. */
import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';

export function bytes(count: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = count;
  let unit = 0;
  for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** Bits a second, in the units of encoders: powers of a thousand. */
export function bitRate(bitsPerSecond: number): string {
  return bitsPerSecond < 1_000_000
    ? `${Math.round(bitsPerSecond / 1_000)} kbit/s`
    : `${(bitsPerSecond / 1_000_000).toFixed(1)} Mbit/s`;
}

export function duration(seconds: number): string {
  const whole = Math.floor(seconds);
  const [days, hours, minutes] = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3_600) % 24,
    Math.floor(whole / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

/** UTC, to the second; empty when absent. */
export function time(timestamp: Timestamp | undefined): string {
  return timestamp ? timestampDate(timestamp).toISOString().replace('T', ' ').slice(0, 19) : '';
}

export function milliseconds(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}

export function yes(claim: boolean): string {
  return claim ? 'yes' : 'no';
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
