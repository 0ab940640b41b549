/**
 * A moment in words, in the time zone of this device, with its name. The year is added unless it is the year of
 * `nowMs`.
 */
export function whenOf(at: string, language: string, nowMs: number): string {
  const date = new Date(at);
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  return date.toLocaleString(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}
