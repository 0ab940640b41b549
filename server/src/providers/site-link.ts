/** Reads links to pages of a site, as people paste them. */
import { isUrl } from '../kernel/http/urls.ts';

/** A link with or without `https://`; undefined for any other text. */
export function linkOf(text: string): URL | undefined {
  const trimmed = text.trim();
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  return /\s/.test(trimmed) || !isUrl(address) ? undefined : new URL(address);
}

/** The parts of its path. */
export function partsOf({ pathname }: URL): readonly string[] {
  return pathname.split('/').filter(Boolean);
}

/** `90`, `90s`, `1m30s`, `1h2m3s`; 0 for anything else. */
export function secondsOf(text: string | null | undefined): number {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?$/.exec(text ?? '') ?? [];
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}
