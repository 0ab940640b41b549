import type { BrowserFamily } from '@matinee/contract/gen/api.ts';

/** The family of a browser by its `User-Agent`: enough to know what it plays. Browsers on iPhones are all Safari. */
export function browserFamily(userAgent: string): BrowserFamily {
  if (/\biPhone|\biPad|\biPod/.test(userAgent)) return 'safari';
  if (/\bEdg(?:A|e)?\//.test(userAgent)) return 'edge';
  if (/\bFirefox\//.test(userAgent)) return 'firefox';
  if (/\bChrom(?:e|ium)\/|\bHeadlessChrome\//.test(userAgent)) return 'chrome';
  if (/\bSafari\//.test(userAgent)) return 'safari';
  return 'other';
}
