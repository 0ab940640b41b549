import { expect, test } from 'vitest';
import { loadFilmFonts } from './film-fonts.ts';

const load = (list: () => Response) => {
  const answer = async (path: string) => {
    if (path.endsWith('?fonts')) return list();
    return path.endsWith('=1') ? new Response(null, { status: 502 }) : new Response(new Uint8Array([1, 2]));
  };
  return loadFilmFonts({ load: answer } as never, '/api/subtitles/1', new AbortController().signal);
};

test('[SY89] the fonts that can be loaded are, and the subtitles show without a list of them', async () => {
  expect(await load(() => Response.json({ fonts: [{}, {}] }))).toEqual([new Uint8Array([1, 2])]);
  expect(await load(() => new Response('<title>Bad Gateway</title>'))).toEqual([]);
  expect(await load(() => new Response(null, { status: 404 }))).toEqual([]);
});
