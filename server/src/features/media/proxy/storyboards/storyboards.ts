/** Storyboards from upstream, read once for all viewers who seek in a film. [SD4] */
import type { Clock } from '../../../../kernel/clock.ts';
import type { ManifestTexts } from '../manifests/manifest-texts.ts';
import { proxyErrors } from '../proxy.errors.ts';
import { makeAnswerCache } from '../small/answer-cache.ts';
import type { MemoryBudget } from '../small/memory-budget.ts';
import { readDash } from './dash-storyboard.ts';
import { findImagePlaylist, readImagePlaylist } from './hls-storyboard.ts';
import { NoStoryboard, type Picture, possible } from './storyboard.ts';
import { readVtt } from './vtt-storyboard.ts';

/** Most bytes of all kept storyboards, and the approximate bytes of one picture. */
const maxKeptBytes = 32 * 1_048_576;
const pictureBytes = 400;
/** How long a storyboard is reused, in milliseconds. */
const servesMs = 10 * 60_000;

export interface StoryboardSource {
  /** The user who asks. */
  readonly owner: string;
  /** Names the bytes: equal for all viewers who get the same bytes. */
  readonly identity: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The document itself, if its provider wrote it. */
  readonly written?: string;
}

export type Storyboards = ReturnType<typeof makeStoryboards>;

export function makeStoryboards(texts: ManifestTexts, clock: Clock, budget: MemoryBudget) {
  const kept = makeAnswerCache<readonly Picture[]>(clock, budget, maxKeptBytes);
  return {
    /** @throws UpstreamFailed, AppError `proxy.bad_answer`, `proxy.manifest_too_large` */
    get: (source: StoryboardSource): Promise<readonly Picture[]> =>
      kept.get(`${source.identity} ${source.url}`, source.owner, async () => {
        const value = possible(await readAny(texts, source));
        return { value, bytes: value.length * pictureBytes, servesMs };
      }),
    clear: kept.clear,
  };
}

async function readAny(texts: ManifestTexts, source: StoryboardSource): Promise<Picture[]> {
  const { text, url } =
    source.written === undefined ? await texts.get(source) : { text: source.written, url: source.url };
  const base = new URL(url);
  try {
    const start = text.replace(/^\uFEFF/, '').trimStart();
    if (start.startsWith('<')) return readDash(start, base);
    if (!start.startsWith('#EXTM3U')) return readVtt(text, base);
  } catch (cause) {
    if (cause instanceof NoStoryboard) throw proxyErrors.bad_answer();
    throw cause;
  }
  const below = findImagePlaylist(text, base);
  if (!below) return readImagePlaylist(text, base);
  // Other servers must not get the film's credentials.
  const headers = below.origin === base.origin && base.origin === new URL(source.url).origin ? source.headers : {};
  const { owner, identity } = source;
  const images = await texts.get({ owner, identity, url: below.href, headers });
  return readImagePlaylist(images.text, new URL(images.url));
}
