/** A position as people write it: `1:05`, `1:02:05`; `–:––` for a number that is not finite. */
export function formatTime(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–:––';
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** A position in words of `language`, for screen readers: `1 hour 2 minutes 5 seconds`. */
export function speakTime(seconds: number, language: string): string {
  if (!Number.isFinite(seconds)) return '';
  const whole = Math.max(0, Math.floor(seconds));
  const parts: [number, string][] = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ];
  return parts
    .filter(([value], index) => value > 0 || index === 2)
    .map(([value, unit]) => formatOf(language, unit).format(value))
    .join(' ');
}

const formats = new Map<string, Intl.NumberFormat>();

/** Formats are kept: a phone needs 10 ms to make one, and the controls use them several times a second. */
function formatOf(language: string, unit: string): Intl.NumberFormat {
  const key = `${language} ${unit}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  formats.set(key, format);
  return format;
}
