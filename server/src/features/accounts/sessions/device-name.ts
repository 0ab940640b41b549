/** Maximum number of characters of a user agent that are read. Some patterns take quadratic time. */
const longestUserAgent = 256;

/** Browsers and their tokens in user agents. A browser whose user agent also names others comes before them. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile(?:\/\w+)? )?Safari\//, 'Safari'],
];

/** Systems in the order of checking; the first match wins. Android also names Linux, and an iPhone names Mac OS X. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/**
 * A readable name for the device behind a user agent (RFC 9110, section 10.1.5): `Chrome on Linux`, `Safari on iPhone`.
 * For a program it is the first product, `curl`. Empty if the user agent has no useful information. Only for display,
 * because clients may send any text.
 */
export function deviceName(sent: string): string {
  const userAgent = sent.slice(0, longestUserAgent);
  const find = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? /^[A-Za-z][\w.-]{0,31}(?=\/)/.exec(userAgent)?.[0] ?? '';
}
