/**
 * Pages of the web app whose links have a preview: the page itself with tags in its head, and a picture. The page also
 * contains the API answers that it would request first. [LP1] [LP3] [LP5]
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LinkPreview, PreviewedPage } from '../kernel/http/pages.ts';
import type { ClientAddress } from './client-address.ts';
import { compressBytes, sendEncoded } from './encoded-bytes.ts';

export interface LinkPreviewParts {
  readonly previewedPages?: readonly PreviewedPage[];
  /** The page of the web app; absent: it is not built, and links have no page. */
  readonly page?: string | undefined;
  /** Scheme, host, port and base path of the server's public URL. */
  readonly publicUrl?: () => string;
  readonly siteName?: () => string;
  readonly clientAddress: ClientAddress;
  /** Takes a read from the budget of an IP address. @throws AppError `call.rate_limited` */
  readonly takePublicRead: (address: string) => Promise<void>;
}

type Params = Readonly<Record<string, string>>;

const pageType = 'text/html; charset=utf-8';
/** Longer ids in a path are not looked up. */
const maxParam = 64;

export function addLinkPreviews(app: FastifyInstance, parts: LinkPreviewParts): void {
  const { page: html } = parts;
  if (html === undefined) return;
  const hold = (page: string) => compressBytes(Buffer.from(page), { type: pageType, cacheControl: 'no-cache' });
  const plain = hold(html);
  const takeRead = ({ raw, headers }: FastifyRequest) =>
    parts.takePublicRead(
      parts.clientAddress(raw.socket.remoteAddress, headers['x-forwarded-for'] as string | undefined),
    );
  for (const page of parts.previewedPages ?? []) {
    app.get<{ Params: Params }>(page.path, async (request, reply) => {
      if (wantsJson(request)) return reply.callNotFound();
      // People get the page in any case: the tags are for messengers.
      const preview = await takeRead(request)
        .then(() => readOf(page, request.params))
        .catch(() => undefined);
      if (!preview) return sendEncoded(await plain, request, reply);
      const path = request.url.replace(/[?#].*/s, '');
      const answers = await readAnswers(app, request, page.asksFor(request.params));
      return sendEncoded(await hold(withTags(html, preview, parts, path, answers)), request, reply);
    });
    app.get<{ Params: Params }>(`${page.path}/preview.png`, async (request, reply) => {
      await takeRead(request);
      const picture = isShort(request.params) ? await page.draw(request.params) : undefined;
      if (!picture) return reply.callNotFound();
      return reply.header('content-type', 'image/png').header('cache-control', 'public, max-age=60').send(picture);
    });
  }
}

const isShort = (params: Params) => Object.values(params).every((value) => value.length <= maxParam);

async function readOf(page: PreviewedPage, params: Params): Promise<LinkPreview | undefined> {
  return isShort(params) ? page.read(params) : undefined;
}

/** True for a program that asks for data. All other clients, including messengers and `curl`, get the page. */
function wantsJson({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? '';
  return accept.includes('application/json') && !accept.includes('text/html');
}

/**
 * The answers to reads of the API, as an anonymous caller at this IP address gets them, by path. Omits refused reads.
 */
async function readAnswers(
  app: FastifyInstance,
  { raw, headers }: FastifyRequest,
  paths: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const found = await Promise.all(
    paths.map(async (url) => {
      const { 'x-forwarded-for': forwarded } = headers;
      const answer = await app.inject({
        url,
        remoteAddress: raw.socket.remoteAddress ?? '',
        headers: { accept: 'application/json', ...(forwarded && { 'x-forwarded-for': forwarded }) },
      });
      return answer.statusCode === 200 ? [[url, answer.json()] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

function withTags(
  html: string,
  { title, description }: LinkPreview,
  parts: LinkPreviewParts,
  path: string,
  answers: Readonly<Record<string, unknown>>,
): string {
  const url = (parts.publicUrl?.() ?? '') + path;
  const tags = [
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', parts.siteName?.() ?? ''] as const,
    ['property', 'og:url', url],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:image', `${url}/preview.png`],
    ['property', 'og:image:type', 'image/png'],
    ['property', 'og:image:width', '1200'],
    ['property', 'og:image:height', '630'],
    ['name', 'twitter:card', 'summary_large_image'],
    ['name', 'description', description],
    ['name', 'matinee-answers', JSON.stringify(answers)],
  ].map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(content!)}" />`);
  return html
    .replace(/<meta name="description"[^>]*>\s*/, '')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>\n    ${tags.join('\n    ')}`);
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]!);
}
