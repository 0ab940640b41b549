import faces from '@infolektuell/noto-color-emoji/index.css?raw';
import { hasEmojis } from './drawn.ts';

/** Name of the font, the first one in the lists of `ui/theme.css`. */
const family = 'Lent Emoji';
/**
 * U+231A, the first character that is a picture by default. Digits, arrows and signs like © are below it; texts keep
 * their own font for them.
 */
const firstPicture = 0x231a;

const urls = import.meta.glob<string>('../../../../../node_modules/@infolektuell/noto-color-emoji/files/*.woff2', {
  query: '?url',
  import: 'default',
  eager: true,
});

/**
 * Lends an emoji font to a device without one. The browser loads each part of the font when a character of it is first
 * shown. [WEM6]
 */
export function lendEmojis(): void {
  if (hasEmojis()) return;
  for (const face of faces.split('@font-face').slice(1)) {
    const file = /files\/\d+\.woff2/.exec(face)?.[0];
    const range = /unicode-range:([^;}]+)/.exec(face)?.[1];
    const url = Object.entries(urls).find(([path]) => file !== undefined && path.endsWith(`/${file}`))?.[1];
    if (url === undefined || range === undefined) continue;
    document.fonts.add(new FontFace(family, `url(${url})`, { unicodeRange: picturesOf(range) }));
  }
}

/** Keeps joiners: within a font they join several characters to one picture. */
function picturesOf(range: string): string {
  const isPicture = (codes: string) => codes === 'u+200d' || Number.parseInt(codes.slice(2), 16) >= firstPicture;
  return range
    .split(',')
    .map((codes) => codes.trim().toLowerCase())
    .filter(isPicture)
    .join();
}
