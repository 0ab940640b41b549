/** An instance with a provider that no Matinee server has: shows with episodes. It returns wrong answers on demand. */
import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf';
import {
  Health,
  HealthCheckResponse_ServingStatus as Serving,
} from '@matinee/contract/gen/grpc/health/v1/health_pb.ts';
import type {
  ListRequest,
  ListResponseSchema,
  ResolveRequest,
  SignInRequest,
} from '@matinee/contract/gen/service/provider/backend/backend_pb.ts';
import { ProviderBackendService } from '@matinee/contract/gen/service/provider/backend/provider_backend_service_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { ProviderCapability as Can } from '@matinee/contract/gen/service/provider/provider_common_pb.ts';
import type { BackendHandler } from '@matinee/server/commands/provider-backend/backend-handlers.ts';
import { serveBackend } from '@matinee/server/commands/provider-backend/serve-backend.ts';
import { makeLog } from '@matinee/server/kernel/log.ts';
import { ProviderError } from '@matinee/server/providers/provider-error.ts';

type Answer = MessageInitShape<DescMessage>;

export interface OwnProvider {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** Wrong answers from now on, by the name of the method. */
  readonly instead: Map<string, (request: never) => Answer | Promise<Answer>>;
  stop(): Promise<void>;
}

/** Episodes are at `https://shows.example.org/<number>.mp3`. To sign in, name the show `night`. */
export async function startOwnProvider(): Promise<OwnProvider> {
  const instead: OwnProvider['instead'] = new Map();
  const { method } = ProviderBackendService;
  const truth: readonly BackendHandler[] = [
    { method: Health.method.check, run: async () => ({ status: Serving.SERVING }) },
    { method: method.describe, run: async () => ({ program: 'Shows 1.0', kinds: [kind] }) },
    { method: method.signIn, run: async (request) => signIn(request) },
    { method: method.signOut, run: async () => ({}) },
    { method: method.verify, run: async () => ({}) },
    { method: method.list, run: async (request) => list(request) },
    { method: method.resolve, run: async (request) => resolve(request) },
    { method: method.report, run: async () => ({}) },
  ];
  const handlers = truth.map(
    (handler): BackendHandler => ({
      method: handler.method,
      run: async (request) => instead.get(handler.method.name)?.(request as never) ?? handler.run(request),
    }),
  );
  const { port, stop } = await serveBackend({
    listen: '127.0.0.1:0',
    tls: undefined,
    secret: '',
    handlers,
    log: makeLog('silent'),
  });
  return { address: `127.0.0.1:${port}`, instead, stop };
}

const kind = {
  provider: 'shows',
  title: 'Shows',
  capabilities: [Can.SIGN_IN, Can.BROWSE, Can.SEARCH],
  loginFields: [{ name: 'show', title: 'Name of the show', required: true }],
  linkHosts: ['shows.example.org'],
};

function signIn({ login }: SignInRequest): Answer {
  const show = login.case === 'fields' ? login.value.values.show : undefined;
  if (show !== 'night') return { violations: [{ field: 'show', description: 'is no show that there is' }] };
  return { host: 'shows.example.org', name: show, credentials: { token: `token of ${show}` } };
}

function list({ account, folder, after, limit, search }: ListRequest): MessageInitShape<typeof ListResponseSchema> {
  if (account?.credentials.token !== 'token of night') throw new ProviderError('account_refused');
  if (folder !== '') throw new ProviderError('missing');
  const all = Array.from({ length: 5 }, (_, i) => i + 1).filter((n) => `Episode ${n}`.includes(search));
  const start = Number(after || 0);
  const end = start + limit;
  return {
    next: end < all.length ? String(end) : '',
    entries: all.slice(start, end).map((n) => ({
      name: `Episode ${n}`,
      is: { case: 'ownSource', value: { name: `Episode ${n}`, format: MediaFormat.FILE, config: { episode: n } } },
      format: MediaFormat.FILE,
    })),
  };
}

function resolve({ source }: ResolveRequest): Answer {
  const config = source.case === 'own' ? source.value.config : undefined;
  const link = typeof config?.link === 'string' ? config.link : undefined;
  const episode = link ? /\/(\d+)\.mp3$/.exec(link)?.[1] : config?.episode;
  if (!episode) throw new ProviderError('missing');
  const upstream = { url: `https://shows.example.org/${episode}.mp3` };
  return { modes: [{ name: 'original', medias: [{ format: MediaFormat.FILE, upstream }] }], durationSeconds: 60 };
}
