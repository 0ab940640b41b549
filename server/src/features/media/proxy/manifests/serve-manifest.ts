/** Reads a playlist from upstream, rewrites it and serves it. [MR9] */
import { Readable } from 'node:stream';
import type { ByteAnswer } from '../../../../kernel/http/byte-routes.ts';
import { proxyErrors } from '../proxy.errors.ts';
import { guardingHeaders } from '../serving/media-types.ts';
import { pump } from '../serving/pump.ts';
import { rewriteDash } from './dash.ts';
import { rewriteHls } from './hls.ts';
import { maxDepth, type Rewrite, type Rewriting, withLinks } from './links.ts';
import type { ManifestSource, ManifestText, ManifestTexts } from './manifest-texts.ts';

export interface ManifestRequest extends ManifestSource {
  /** Query of the viewer's request. */
  readonly query: URLSearchParams;
  /** The playlist itself, if its provider wrote it. */
  readonly written?: string;
}

/** @throws UpstreamFailed, AppError `proxy.bad_manifest`, `proxy.manifest_too_large` */
export async function serveHls(
  texts: ManifestTexts,
  asked: ManifestRequest,
  rewriting: Rewriting,
): Promise<ByteAnswer> {
  if (rewriting.depth >= maxDepth) throw proxyErrors.bad_manifest();
  const manifest = await readManifest(texts, asked);
  const base = new URL(manifest.url);
  const rewrite: Rewrite = ({ link, tellLength }) => rewriteHls(manifest.text, base, link, tellLength);
  return answerWith(manifest, rewrite, { texts, rewriting, type: 'application/vnd.apple.mpegurl' });
}

/** @throws UpstreamFailed, AppError `proxy.bad_manifest`, `proxy.manifest_too_large` */
export async function serveDash(
  texts: ManifestTexts,
  asked: ManifestRequest,
  rewriting: Rewriting,
): Promise<ByteAnswer> {
  const manifest = await readManifest(texts, asked);
  const base = new URL(manifest.url);
  const rewrite: Rewrite = (links) => rewriteDash(manifest.text, base, links, rewriting.nowMs);
  return answerWith(manifest, rewrite, { texts, rewriting, type: 'application/dash+xml' });
}

interface Answering {
  readonly texts: ManifestTexts;
  readonly rewriting: Rewriting;
  readonly type: string;
}

async function answerWith(
  manifest: ManifestText,
  rewrite: Rewrite,
  { texts: { pause, pin }, rewriting, type }: Answering,
): Promise<ByteAnswer> {
  const { userId } = rewriting.grant.viewer;
  const pieces = await withLinks(rewriting, rewrite, () => pause(userId));
  const paced = async function* () {
    for (const piece of pieces) {
      yield piece;
      await pause(userId);
    }
  };
  return {
    status: 200,
    // A live playlist changes all the time.
    headers: { ...guardingHeaders(type), 'cache-control': 'no-store' },
    write(out) {
      const unpin = pin(manifest, manifest.text.length, userId, () => void out.destroy());
      return pump(Readable.from(paced(), { highWaterMark: 1 }), out).finally(unpin);
    },
  };
}

async function readManifest(
  texts: ManifestTexts,
  { url, query, written, ...source }: ManifestRequest,
): Promise<ManifestText> {
  if (written !== undefined) return { text: written, url };
  return texts.get({ ...source, url: withDirectives(url, query) });
}

/** The directives of a low-latency player for the playlist (rfc8216bis, section 6.2.5). */
function withDirectives(address: string, query: URLSearchParams): string {
  const directives = [...query].filter(([name]) => /^_HLS_(?:msn|part|skip)$/.test(name));
  if (directives.length === 0) return address;
  const url = new URL(address);
  for (const [name, value] of directives) url.searchParams.set(name, value);
  return url.href;
}
