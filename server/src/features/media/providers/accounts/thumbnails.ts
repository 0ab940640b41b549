import type { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { UserPrincipal } from '../../../../kernel/call.ts';
import type { ByteAnswer, ByteRequest, ByteRoute } from '../../../../kernel/http/byte-routes.ts';
import { publicPath } from '../../../../kernel/http/public-path.ts';
import type { MediaProvider, ProviderTools } from '../../../../providers/provider.ts';
import type { UpstreamAddress } from '../../../../providers/resolved.ts';
import type { Sessions } from '../../../accounts/sessions/sessions.port.ts';
import { pathNameOf } from '../find-provider.ts';
import { telling } from '../provider-failures.ts';
import { providerErrors } from '../providers.errors.ts';
import type { Accounts } from './accounts.ts';
import type { PersonSeals } from './person-seals.ts';
import type { NamedThumbnail, ThumbnailUrls } from './thumbnail-urls.ts';

interface Parts {
  readonly providers: readonly MediaProvider[];
  readonly accounts: Accounts;
  readonly sessions: Pick<Sessions, 'authenticate' | 'resume'>;
  readonly thumbnailUrls: ThumbnailUrls;
  readonly toolsOf: (provider: string) => ProviderTools;
  readonly seals: Pick<PersonSeals, 'open'>;
}

/** Largest picture, in bytes: upstream is asked for small ones. */
const maxBytes = 4 * 1_048_576;
/** Image types that browsers never run as a page; an SVG may contain scripts. */
const passed = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;

/** Serves the pictures of listings. [PV31] */
export function thumbnailRoutes(parts: Parts): ByteRoute[] {
  const serveAt = (itemOf: (request: ByteRequest) => string) => async (request: ByteRequest) => {
    const { provider = '' } = request.params;
    const accountId = request.query.get('account_id') ?? '';
    return serve(parts, request, { provider, accountId, item: itemOf(request) });
  };
  return [
    {
      name: 'thumbnail of a listing',
      path: '/api/providers/{provider}/thumbnail/{item}',
      open: serveAt(({ params }) => params['item'] ?? ''),
    },
    {
      name: 'preview of a listing',
      path: '/api/providers/{provider}/preview',
      open: serveAt(({ query }) => query.get('item') ?? ''),
    },
    {
      name: 'picture of what is described',
      path: '/api/providers/{provider}/described-picture',
      open: (request) => serveDescribed(parts, request),
    },
  ];
}

async function serve(parts: Parts, request: ByteRequest, named: NamedThumbnail): Promise<ByteAnswer> {
  const provider = parts.providers.find((one) => pathNameOf(one) === named.provider);
  const thumbnails = provider?.accounts?.thumbnails;
  if (!provider || !thumbnails) throw providerErrors.unknown_provider();
  const { principal, isSigned } = await findCaller(parts, request, named);
  const { userId, role } = principal;
  await request.spend(userId);
  const account = isSigned
    ? await parts.accounts.openSigned(provider, named.accountId)
    : await parts.accounts.openFrom(provider, userId, named.accountId);
  const tools = parts.toolsOf(provider.name);
  const upstream = await telling(async () => thumbnails.of(account, named.item, tools), role);
  if (!upstream) throw providerErrors.unknown_thumbnail();
  return loadPicture(tools, upstream, role);
}

/** The path of the picture in `sealed`, for the user it was made for. */
export function describedPath(provider: MediaProvider, sealed: string): string {
  const path = `/api/providers/${pathNameOf(provider)}/described-picture`;
  return `${publicPath(path)}?picture=${encodeURIComponent(sealed)}`;
}

/** Serves the picture of a source that is not added yet, to the user who requested its description. [PV42] */
async function serveDescribed(parts: Parts, request: ByteRequest): Promise<ByteAnswer> {
  const { bearer, params, query, spend } = request;
  const provider = parts.providers.find((one) => pathNameOf(one) === params['provider']);
  if (!provider) throw providerErrors.unknown_provider();
  const principal = bearer === undefined ? undefined : await parts.sessions.authenticate(bearer);
  if (principal?.kind !== 'user') {
    await spend();
    throw providerErrors.unknown_thumbnail();
  }
  await spend(principal.userId);
  const url = parts.seals.open(principal.userId, provider.name, query.get('picture') ?? '');
  return loadPicture(parts.toolsOf(provider.name), { url }, principal.role);
}

/** @throws AppError if the response is not a picture, or is too large. */
async function loadPicture(tools: ProviderTools, upstream: UpstreamAddress, role: UserRole): Promise<ByteAnswer> {
  const { url, headers = {} } = upstream;
  const picture = await telling(() => tools.ask(url, { headers }), role);
  const bytes = Buffer.from(await picture.arrayBuffer());
  const type = picture.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!passed.test(type) || bytes.length > maxBytes) throw providerErrors.bad_answer();
  return answerWith(bytes, type);
}

interface Caller {
  readonly principal: UserPrincipal;
  /** True: authorized by this server's signature, which only users who may browse the folder get. */
  readonly isSigned: boolean;
}

/** The user from the signature or from the token. @throws AppError */
async function findCaller(
  { sessions, thumbnailUrls }: Parts,
  { query, bearer, spend }: ByteRequest,
  named: NamedThumbnail,
): Promise<Caller> {
  const signed = query.has('sig') ? thumbnailUrls.verify(named, query) : undefined;
  if (signed) return { principal: await sessions.resume(signed.sessionId, signed.expiresAtMs), isSigned: true };
  const principal = bearer === undefined ? undefined : await sessions.authenticate(bearer);
  if (principal?.kind === 'user') return { principal, isSigned: false };
  await spend();
  throw providerErrors.unknown_thumbnail();
}

function answerWith(bytes: Buffer, type: string): ByteAnswer {
  return {
    status: 200,
    headers: {
      'content-type': type,
      'content-length': String(bytes.length),
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'private, max-age=3600',
    },
    write: async (out) => void out.write(bytes),
  };
}
