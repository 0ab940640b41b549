/** Reads a playlist from upstream, rewrites it and serves it. [MR9] */
import type { Upstream } from '../../../drivers/upstream/upstream.ts';
import type { ByteAnswer } from '../../../kernel/http/byte-routes.ts';
import { proxyErrors } from '../proxy.errors.ts';
import { guardingHeaders } from '../serving/media-types.ts';
import { errorOfStatus } from '../serving/upstream-errors.ts';
import { rewriteDash } from './dash.ts';
import { rewriteHls } from './hls.ts';
import { folderLinks, maxDepth, type Rewriting, withLinks } from './links.ts';

/** Largest playlist, in bytes: twelve hours of segments of two seconds have less than 1 MiB. */
const maxBytes = 2 * 1_024 * 1_024;

export interface AskedManifest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Query of the viewer's request. */
  readonly query: URLSearchParams;
  readonly signal: AbortSignal;
}

/** @throws UpstreamFailed, AppError `proxy.bad_manifest`, `proxy.manifest_too_large` */
export async function serveHls(upstream: Upstream, asked: AskedManifest, rewriting: Rewriting): Promise<ByteAnswer> {
  if (rewriting.depth >= maxDepth) throw proxyErrors.bad_manifest();
  const { text, url } = await readManifest(upstream, asked);
  const written = withLinks(rewriting, (link) => rewriteHls(text, new URL(url), link));
  return answerWith(written, 'application/vnd.apple.mpegurl');
}

/** @throws UpstreamFailed, AppError `proxy.bad_manifest`, `proxy.manifest_too_large` */
export async function serveDash(
  upstream: Upstream,
  asked: AskedManifest,
  rewriting: Rewriting,
  nowMs: number,
): Promise<ByteAnswer> {
  const { text, url } = await readManifest(upstream, asked);
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

async function readManifest(upstream: Upstream, { url, headers, query, signal }: AskedManifest) {
  const { status, body, url: finalUrl } = await upstream.open({ url: withDirectives(url, query), headers, signal });
  try {
    if (status !== 200) throw errorOfStatus(status);
    return { text: await readText(body), url: finalUrl };
  } finally {
    body.destroy();
  }
}

/** What a low-latency player asks of the playlist itself (rfc8216bis, section 6.2.5). */
function withDirectives(address: string, query: URLSearchParams): string {
  const directives = [...query].filter(([name]) => /^_HLS_(?:msn|part|skip)$/.test(name));
  if (directives.length === 0) return address;
  const url = new URL(address);
  for (const [name, value] of directives) url.searchParams.set(name, value);
  return url.href;
}

function readText(body: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    body.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) reject(proxyErrors.manifest_too_large());
      else chunks.push(chunk);
    });
    body.once('error', reject);
    body.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}
