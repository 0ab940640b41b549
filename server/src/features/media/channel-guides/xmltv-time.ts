/** Names of UTC that guides use instead of an offset. */
const utc = /^(?:Z|UTC|GMT)$/i;
/** Largest offset from UTC (Kiribati, +14:00), in minutes. */
const farthestMinutes = 14 * 60;

/**
 * An XMLTV time, `20261130201500 +0100`, in milliseconds since 1970. The last digits are optional, and the default
 * offset is UTC (xmltv.dtd). Undefined: an invalid time, or an ambiguous zone name. Pure. [CG5]
 */
export function xmltvTime(text: string): number | undefined {
  const [, digits = '', zone = ''] = /^(\d{8,14})\s*(\S*)$/.exec(text.trim()) ?? [];
  const offset = offsetMinutes(zone);
  if (digits.length % 2 === 1 || digits === '' || offset === undefined) return undefined;
  const part = (start: number, length = 2) => Number(digits.slice(start, start + length) || 0);
  const [year, month, day] = [part(0, 4), part(4), part(6)];
  const [hours, minutes, seconds] = [part(8), part(10), part(12)];
  if (hours > 23 || minutes > 59 || seconds > 60) return undefined;
  const ms = Date.UTC(year, month - 1, day, hours, minutes, seconds);
  // `Date` would accept the 31st of June as the 1st of July.
  const isDay = month >= 1 && month <= 12 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  return isDay && year >= 1970 ? ms - offset * 60_000 : undefined;
}

function offsetMinutes(zone: string): number | undefined {
  if (zone === '' || utc.test(zone)) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (sign === undefined) return undefined;
  const total = Number(hours) * 60 + Number(minutes);
  if (total > farthestMinutes || Number(minutes) > 59) return undefined;
  return sign === '-' ? -total : total;
}
