import type { FilmFontsDocument } from '@matinee/contract/gen/api.ts';
import type { Api } from '../../../../../client/calls/api.ts';

/** Most fonts that are loaded at a time. */
const atOnce = 4;

/**
 * The fonts that a film brings for its subtitles. `path`: the address of the subtitles. Those that cannot be loaded are
 * left out.
 */
export async function loadFilmFonts(
  api: Pick<Api, 'load'>,
  path: string,
  signal: AbortSignal,
): Promise<readonly Uint8Array[]> {
  const list = await api.load(`${path}?fonts`, signal).catch(() => undefined);
  const { fonts = [] }: Partial<FilmFontsDocument> = list?.ok ? await list.json().catch(() => ({})) : {};
  const waiting = [...fonts.keys()];
  const loaded: Uint8Array[] = [];
  const loadNext = async () => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      const answer = await api.load(`${path}?font=${number}`, signal).catch(() => undefined);
      const bytes = answer?.ok ? await answer.arrayBuffer().catch(() => undefined) : undefined;
      if (bytes) loaded.push(new Uint8Array(bytes));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loadNext));
  return loaded;
}
