/** Reads a playlist from upstream, rewrites it and serves it. [MR9] */
import type { ByteAnswer } from '../../../kernel/http/byte-routes.ts';
import { proxyErrors } from '../proxy.errors.ts';
import { guardingHeaders } from '../serving/media-types.ts';
import { rewriteDash } from './dash.ts';
import { rewriteHls } from './hls.ts';
import { folderLinks, maxDepth, type Rewriting, withLinks } from './links.ts';
import type { ManifestSource, ManifestText, ManifestTexts } from './manifest-texts.ts';

export interface AskedManifest extends ManifestSource {
  /** Query of the viewer's request. */
  readonly query: URLSearchParams;
  /** The playlist, where upstream has none. */
  readonly written?: string;
}

/** @throws UpstreamFailed, AppError `proxy.bad_manifest`, `proxy.manifest_too_large` */
export async function serveHls(texts: ManifestTexts, asked: AskedManifest, rewriting: Rewriting): Promise<ByteAnswer> {
  if (rewriting.depth >= maxDepth) throw proxyErrors.bad_manifest();
  const { text, url } = await readManifest(texts, asked);
  const written = withLinks(rewriting, (link) => rewriteHls(text, new URL(url), link));
  return answerWith(written, 'application/vnd.apple.mpegurl');
}

/** @throws UpstreamFailed, AppError `proxy.bad_manifest`, `proxy.manifest_too_large` */
export async function serveDash(
  texts: ManifestTexts,
  asked: AskedManifest,
  rewriting: Rewriting,
  nowMs: number,
): Promise<ByteAnswer> {
  const { text, url } = await readManifest(texts, asked);
  const { folder, link } = folderLinks(rewriting);
  const links = { folder: (base: URL) => folder('segment', base), link };
  return answerWith(rewriteDash(text, new URL(url), links, nowMs), 'application/dash+xml');
}

function answerWith(text: string, type: string): ByteAnswer {
  const bytes = Buffer.from(text);
  return {
    status: 200,
    headers: {
      ...guardingHeaders(type),
      // A live playlist is another one in a moment.
      'cache-control': 'no-store',
      'content-length': String(bytes.length),
    },
    write: async (out) => void out.write(bytes),
  };
}

async function readManifest(
  texts: ManifestTexts,
  { url, query, written, ...source }: AskedManifest,
): Promise<ManifestText> {
  if (written !== undefined) return { text: written, url };
  return texts.get({ ...source, url: withDirectives(url, query) });
}

/** What a low-latency player asks of the playlist itself (rfc8216bis, section 6.2.5). */
function withDirectives(address: string, query: URLSearchParams): string {
  const directives = [...query].filter(([name]) => /^_HLS_(?:msn|part|skip)$/.test(name));
  if (directives.length === 0) return address;
  const url = new URL(address);
  for (const [name, value] of directives) url.searchParams.set(name, value);
  return url.href;
}
