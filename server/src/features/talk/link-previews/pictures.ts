import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { defineErrors } from '../../../kernel/errors.ts';

export const previewErrors = defineErrors('link_previews', {
  busy: { code: 'unavailable', message: 'The server is drawing too many pictures. Try again in a moment.' },
});

/** Most cached pictures, about 100 KB each. */
const maxKept = 64;
/** Most pictures drawn or queued at a time. One takes about 50 ms in another thread. */
const maxDrawing = 16;

const fontNames = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'];
/**
 * Fonts for Latin, Greek, Cyrillic, Arabic, Hebrew and more. Other scripts use the system's fonts. The build copies
 * these fonts beside this file; in a checkout they are in their package.
 */
function findFonts(): string[] {
  if (!import.meta.url.endsWith('.ts')) return fontNames.map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const require = createRequire(import.meta.url);
  return fontNames.map((name) => require.resolve(`dejavu-fonts-ttf/ttf/${name}`));
}

/** Makes a function that renders an SVG as PNG in another thread, and caches by SVG. [LP4] */
export function makePictures(): (svg: string) => Promise<Buffer> {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: maxKept });
  let drawing = 0;

  async function draw(svg: string): Promise<Buffer> {
    drawing++;
    try {
      const { renderAsync } = await import('@resvg/resvg-js');
      const options = { font: { fontFiles: findFonts(), loadSystemFonts: true } };
      return (await renderAsync(svg, options)).asPng();
    } finally {
      drawing--;
    }
  }

  return async (svg) => {
    const known = kept.get(svg);
    if (known) return known;
    if (drawing >= maxDrawing) throw previewErrors.busy({ retryAfterSeconds: 1 });
    const made = draw(svg);
    kept.set(svg, made);
    made.catch(() => kept.delete(svg));
    return made;
  };
}
