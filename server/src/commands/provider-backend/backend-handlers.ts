import {
  create,
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import {
  Health,
  HealthCheckResponse_ServingStatus as Serving,
} from '@matinee/contract/gen/grpc/health/v1/health_pb.ts';
import {
  type Account,
  ReportKind,
  type ReportRequest,
  type SignInRequest,
  type SignInResponseSchema,
} from '@matinee/contract/gen/service/provider/backend/backend_pb.ts';
import { ProviderBackendService } from '@matinee/contract/gen/service/provider/backend/provider_backend_service_pb.ts';
import { type MediaSource, MediaSourceSchema } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import { toListed } from '../../features/media/provider-instances/wire/listed.ts';
import { toResolved } from '../../features/media/provider-instances/wire/resolved.ts';
import { capabilitiesOf } from '../../features/media/providers/recognizing/recognizing.service.ts';
import { validator } from '../../kernel/validator.ts';
import type { MediaProvider, OpenAccount, ProviderTools, ResolveContext, SourceOf } from '../../providers/provider.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { ViewerReport } from '../../providers/watching.ts';

/** A method and its handler. */
export interface BackendHandler {
  readonly method: DescMethodUnary;
  // biome-ignore lint/suspicious/noExplicitAny: handlers of all methods are in one list; `handle` keeps each one typed
  readonly run: (request: any) => Promise<MessageInitShape<DescMessage>>;
}

interface Parts {
  readonly providers: readonly MediaProvider[];
  readonly toolsOf: (provider: string) => ProviderTools;
  /** Name and version, for administrators. */
  readonly program: string;
}

/** The request cannot be answered, regardless of the upstream. */
export class BadQuestion extends Error {
  override readonly name = 'BadQuestion';
}

const reportKinds: Readonly<Record<ReportKind, ViewerReport['kind']>> = {
  [ReportKind.UNSPECIFIED]: 'progress',
  [ReportKind.START]: 'start',
  [ReportKind.PROGRESS]: 'progress',
  [ReportKind.STOP]: 'stop',
};

/** Answers requests of another Matinee server with the providers of this one. [PI13] */
export function backendHandlers({ providers, toolsOf, program }: Parts): BackendHandler[] {
  const find = (name: string): MediaProvider => {
    const provider = providers.find((one) => one.name === name);
    if (!provider) throw new BadQuestion(`this server does not run ${name}`);
    return provider;
  };
  const accountsOf = (name: string) => {
    const { accounts } = find(name);
    if (!accounts) throw new BadQuestion(`${name} has no accounts`);
    return { accounts, tools: toolsOf(name) };
  };
  const { method } = ProviderBackendService;
  return [
    handle(Health.method.check, async () => ({ status: Serving.SERVING })),
    handle(method.describe, async () => ({
      program,
      kinds: providers.map((one) => ({ provider: one.name, title: one.name, capabilities: capabilitiesOf(one) })),
    })),
    handle(method.signIn, async (request) => signIn(request, accountsOf(request.provider))),
    handle(method.signOut, async ({ provider, account }) => {
      const { accounts, tools } = accountsOf(provider);
      await accounts.signOut?.(toAccount(account), tools);
      return {};
    }),
    handle(method.verify, async ({ provider, account }) => {
      const { accounts, tools } = accountsOf(provider);
      await accounts.verify(toAccount(account), tools);
      return {};
    }),
    handle(method.list, async ({ provider, account, folder, after, limit, password, search: text }) => {
      const { accounts, tools } = accountsOf(provider);
      const place = { folder, limit, after: after === '' ? undefined : after };
      const query = { ...place, ...(password === '' ? {} : { password }) };
      if (text !== '' && !accounts.search) throw new BadQuestion(`${provider} cannot search`);
      const page =
        text === ''
          ? await accounts.list(toAccount(account), query, tools)
          : await accounts.search!(toAccount(account), { ...query, text }, tools);
      return toListed(find(provider), page);
    }),
    handle(method.resolve, async ({ provider, source, ...request }) => {
      const one = find(provider);
      const value = builtIn(one, source.case === 'builtIn' ? source.value : undefined);
      const { player } = request;
      const context = contextOf(request, toolsOf(provider));
      return toResolved(await one.resolve(value, player ? { ...context, player } : context));
    }),
    handle(method.report, async (request) => {
      const { provider, source } = request;
      const one = find(provider);
      const value = builtIn(one, source.case === 'builtIn' ? source.value : undefined);
      await one.reports?.send(value, toReport(request), contextOf(request, toolsOf(provider)));
      return {};
    }),
  ];
}

async function signIn(
  { provider, login, deviceId }: SignInRequest,
  { accounts, tools }: { readonly accounts: NonNullable<MediaProvider['accounts']>; readonly tools: ProviderTools },
): Promise<MessageInitShape<typeof SignInResponseSchema>> {
  if (login.case !== 'message') throw new BadQuestion('the request of a Login method is missing');
  const schema = accounts.service.method.login?.input;
  if (!schema) throw new BadQuestion(`people sign in to ${provider} on a page of its own`);
  const request = fromBinary(schema, login.value);
  const violations = accounts.checkLogin(request);
  if (violations.length > 0)
    return { violations: violations.map(({ field, description }) => ({ field, description })) };
  const { host, name, credentials } = await accounts.signIn(request, { ...tools, deviceId });
  return { host, name, credentials: { ...credentials } };
}

function handle<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  run: (request: MessageShape<I>) => Promise<MessageInitShape<O>>,
): BackendHandler {
  return { method, run };
}

/** The source of a request. It must belong to the requested provider. */
function builtIn(provider: MediaProvider, source: MediaSource | undefined): SourceOf<MediaProvider['sourceCase']> {
  if (source?.source.case !== provider.sourceCase) throw new BadQuestion(`the source is not one of ${provider.name}`);
  const { kind } = validator.validate(MediaSourceSchema, create(MediaSourceSchema, { source: source.source }));
  if (kind !== 'valid' || provider.check(source.source.value, '').length > 0) throw new ProviderError('missing');
  return source.source.value;
}

function toAccount(account: Account | undefined): OpenAccount {
  if (!account) throw new BadQuestion('the account is missing');
  return { id: account.id, credentials: { ...account.credentials } };
}

function contextOf(
  { account, secrets }: { readonly account?: Account | undefined; readonly secrets: Readonly<Record<string, string>> },
  tools: ProviderTools,
): ResolveContext {
  return { ...tools, secrets: { ...secrets }, account: account && toAccount(account) };
}

function toReport({ kind, sessionId, upstreamSession, positionSeconds, isPaused }: ReportRequest): ViewerReport {
  return {
    kind: reportKinds[kind],
    sessionId,
    upstreamSession: upstreamSession === '' ? undefined : upstreamSession,
    positionSeconds,
    isPaused,
  };
}
