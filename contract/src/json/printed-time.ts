/** RFC 3339 as ProtoJSON requires it: UTC, `Z`, and 0, 3, 6 or 9 digits of a second. */

/** Years 1 and 9999 in seconds since 1970. */
const firstSecond = -62_135_596_800;
const lastSecond = 253_402_300_799;

/**
 * The time of `google.protobuf.Timestamp` as text. @throws RangeError outside the years 1 to 9999, which JSON cannot
 * write.
 */
export function printTime(seconds: number, nanos: number): string {
  if (seconds < firstSecond || seconds > lastSecond || nanos < 0 || nanos > 999_999_999)
    throw new RangeError(`A time must be in the years 1 to 9999: ${seconds} s and ${nanos} ns are not.`);
  const text = new Date(seconds * 1000).toISOString();
  const whole = text.slice(0, text.length - 5);
  if (nanos === 0) return `${whole}Z`;
  const digits = String(nanos).padStart(9, '0');
  if (nanos % 1_000_000 === 0) return `${whole}.${digits.slice(0, 3)}Z`;
  if (nanos % 1_000 === 0) return `${whole}.${digits.slice(0, 6)}Z`;
  return `${whole}.${digits}Z`;
}
