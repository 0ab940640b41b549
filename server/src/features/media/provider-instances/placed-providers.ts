import { type ReportKind, ReportKind as Reports } from '@matinee/contract/gen/service/provider/backend/backend_pb.ts';
import { ProviderBackendService } from '@matinee/contract/gen/service/provider/backend/provider_backend_service_pb.ts';
import type {
  MediaProvider,
  MediaProviders,
  ResolveContext,
  SourceCase,
  SourceOf,
} from '../../../providers/provider.ts';
import type { ViewerReport } from '../../../providers/watching.ts';
import { providerErrors } from '../providers/providers.errors.ts';
import { kindOf, type Links, requireKind, toAccount } from './kinds.ts';
import { placeAccounts } from './placed-accounts.ts';
import { fromResolved } from './wire/resolved.ts';

const { method } = ProviderBackendService;

const reportKinds: Readonly<Record<ViewerReport['kind'], ReportKind>> = {
  start: Reports.START,
  progress: Reports.PROGRESS,
  stop: Reports.STOP,
};

/**
 * The same providers, with calls about an instance's accounts or sources sent to that instance. Answers that need no
 * upstream are still given here. [PI9]
 */
export function placeProviders(providers: MediaProviders, links: Links): MediaProviders {
  const placed = Object.entries(providers).map(([name, one]) => [name, place(one as never, links)]);
  return Object.fromEntries(placed) as MediaProviders;
}

function place(provider: MediaProvider, links: Links): MediaProvider {
  const { accounts, reports } = provider;
  const resolve: MediaProvider['resolve'] = async (source, context) => {
    const instance = instanceOf(context);
    if (instance === '') return provider.resolve(source, context);
    const link = links.linkTo(instance);
    const request = { ...questionAbout(provider, source, context), ...playerOf(context) };
    return fromResolved(await link.ask(method.resolve, requireKind(links, instance, request)));
  };
  return {
    ...provider,
    resolve,
    // An instance has one call for a source, whose response includes the picture.
    ...(provider.coverOf || provider.sourceCase === 'custom'
      ? {
          async coverOf(source, context) {
            if (instanceOf(context) === '') return provider.coverOf?.(source, context);
            return (await resolve(source, context)).thumbnail;
          },
        }
      : {}),
    ...(reports || provider.sourceCase === 'custom'
      ? {
          reports: {
            areWanted: (source) => reports?.areWanted(source) ?? true,
            async send(source, report, context) {
              const instance = instanceOf(context);
              if (instance === '') return reports?.send(source, report, context);
              const { kind, sessionId, upstreamSession = '', positionSeconds, isPaused } = report;
              const told = { kind: reportKinds[kind], sessionId, upstreamSession, positionSeconds, isPaused };
              await links.linkTo(instance).ask(method.report, { ...questionAbout(provider, source, context), ...told });
            },
          },
        }
      : {}),
    ...(accounts ? { accounts: placeAccounts(provider, accounts, links) } : {}),
  };
}

function playerOf({ player }: ResolveContext) {
  if (!player) return {};
  const { containers, codecs, subtitleFormats } = player;
  return { player: { containers: [...containers], codecs: [...codecs], subtitleFormats: [...subtitleFormats] } };
}

function instanceOf({ account, instanceName = '' }: ResolveContext): string {
  return account?.instanceName ?? instanceName;
}

function questionAbout(provider: MediaProvider, source: SourceOf<SourceCase>, { account, secrets }: ResolveContext) {
  const { sourceCase } = provider;
  const kind = sourceCase === 'custom' ? (source as { provider: string }).provider : provider.name;
  // An instance's provider must not receive an account of another provider.
  if (sourceCase === 'custom' && account && kindOf(provider, account) !== kind) throw providerErrors.unknown_account();
  return {
    provider: kind,
    secrets: { ...secrets },
    source:
      sourceCase === 'custom'
        ? { case: 'own' as const, value: source as never }
        : { case: 'builtIn' as const, value: { source: { case: sourceCase, value: source } as never } },
    ...(account ? { account: toAccount(account) } : {}),
  };
}
