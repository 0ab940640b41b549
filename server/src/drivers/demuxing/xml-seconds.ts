/**
 * Seconds of an XML Schema duration, `PT1H2M3.5S`. Undefined for any other text, and for years and months, which vary
 * in length.
 */
export function xmlSeconds(text: string | undefined): number | undefined {
  const match = /^P(?:(\d{1,5})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,7})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/.exec(text ?? '');
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = (match ?? []).slice(1).map((part) => Number(part ?? 0));
  return match ? ((days * 24 + hours) * 60 + minutes) * 60 + seconds : undefined;
}
