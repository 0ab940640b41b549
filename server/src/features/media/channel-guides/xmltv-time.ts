/** Names of UTC that guides write instead of an offset. */
const utc = /^(?:Z|UTC|GMT)$/i;
/** Farthest from UTC that the time of a place is (Kiribati, +14:00), in minutes. */
const farthestMinutes = 14 * 60;

/**
 * A moment of XMLTV, `20261130201500 +0100`, in milliseconds since 1970. The end of the digits may be missing, and
 * without an offset it is UTC (xmltv.dtd). Undefined: no such moment, or the zone is a name that stands for several.
 * Pure. [CG5]
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
  // The 31st of June is no day, which `Date` would take for the 1st of July.
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
