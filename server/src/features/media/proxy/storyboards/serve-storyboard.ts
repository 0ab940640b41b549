/** Serves the `StoryboardDocument` of a film, with addresses for this viewer. [SD5] */
import type { StoryboardDocument } from '@matinee/contract/gen/api.ts';
import type { ByteAnswer } from '../../../../kernel/http/byte-routes.ts';
import { type Rewrite, type Rewriting, withLinks } from '../manifests/links.ts';
import { guardingHeaders } from '../serving/media-types.ts';
import type { Picture } from './storyboard.ts';
import type { StoryboardSource, Storyboards } from './storyboards.ts';

/** @throws UpstreamFailed, AppError */
export async function serveStoryboard(
  storyboards: Storyboards,
  source: StoryboardSource,
  rewriting: Rewriting,
): Promise<ByteAnswer> {
  const pictures = await storyboards.get(source);
  const rewrite: Rewrite = ({ link, tellLength }) => {
    tellLength?.(pictures.at(-1)?.startSeconds ?? 0);
    return [print(pictures, (sheet) => link('picture', sheet))];
  };
  // A storyboard is short enough for one piece.
  const bytes = Buffer.from([...(await withLinks(rewriting, rewrite, async () => undefined))].join(''));
  return {
    status: 200,
    headers: { ...guardingHeaders('application/json'), 'content-length': String(bytes.length) },
    write: async (out) => void out.write(bytes),
  };
}

function print(pictures: readonly Picture[], link: (sheet: URL) => string): string {
  const sheets = new Map<string, { readonly index: number; readonly address: string }>();
  const document: StoryboardDocument = {
    pictures: pictures.map(({ startSeconds, sheet, part }) => {
      const known = sheets.get(sheet.href) ?? { index: sheets.size, address: link(sheet) };
      sheets.set(sheet.href, known);
      const { x, y, width, height } = part ?? { x: 0, y: 0, width: 0, height: 0 };
      return { start_seconds: Math.round(startSeconds * 1_000) / 1_000, sheet: known.index, x, y, width, height };
    }),
    sheets: [...sheets.values()].map(({ address }) => address),
  };
  return JSON.stringify(document);
}
