import { clone, create } from '@bufbuild/protobuf';
import { type MediaSource, MediaSourceSchema } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import { defineReasons, type FieldViolation } from '@matinee/contract/reasons.ts';
import type {
  AccountKind,
  Listed,
  ListedPage,
  MediaProvider,
  MediaProviders,
  OpenAccount,
  ProviderTools,
  SourceCase,
} from '../../../providers/provider.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { ThumbnailUrls } from './accounts/thumbnail-urls.ts';
import { telling } from './provider-failures.ts';
import { providerErrors } from './providers.errors.ts';
import type { FolderEntry, FolderPage, Folders } from './providers.port.ts';
import { accountReasons } from './sources.ts';

export interface FolderParts {
  readonly providers: MediaProviders;
  readonly accounts: Accounts;
  readonly toolsOf: (provider: string) => ProviderTools;
  readonly thumbnailUrls: ThumbnailUrls;
}

/** A provider with folders. */
interface Shower {
  readonly provider: MediaProvider;
  readonly kind: AccountKind<SourceCase>;
}

const targetReasons = defineReasons('providers', { no_folders: 'is not a provider that shows folders' });

/** Lists folders of accounts for dynamic playlists. [PV60] */
export function makeFolders({ providers, accounts, toolsOf, thumbnailUrls }: FolderParts): Folders {
  const showers = new Map<string, Shower>();
  for (const provider of Object.values(providers) as unknown as MediaProvider[])
    if (provider.accounts) showers.set(provider.name, { provider, kind: provider.accounts as AccountKind<SourceCase> });

  return {
    async check({ provider, accountId }, userId): Promise<readonly FieldViolation[]> {
      const shower = showers.get(provider);
      if (!shower) return [{ field: 'target.provider', ...targetReasons.no_folders() }];
      if (accountId === '' && shower.kind.isOptional) return [];
      if (await accounts.findOwn(userId, provider, accountId)) return [];
      return [{ field: 'target.account_id', ...accountReasons.not_own_account() }];
    },
    async list(target, ownerId, viewer, { search, isFresh, ...query }): Promise<FolderPage> {
      const { provider, kind } = showers.get(target.provider)!;
      if (!target.isShared && viewer.userId !== ownerId) throw providerErrors.account_not_shared();
      const account = await accounts.openOf(provider, ownerId, target.accountId);
      const tools = isFresh ? forgetful(toolsOf(provider.name)) : toolsOf(provider.name);
      const page = await telling(() => {
        if (search === '') return kind.list(account, query, tools);
        if (!kind.search) throw providerErrors.cannot_search();
        return kind.search(account, { ...query, text: search }, tools);
      }, viewer.role);
      const { userId, sessionId } = viewer;
      const thumbnailOf = sessionId && thumbnailUrls.forViewer(provider, account.id, { userId, sessionId });
      return toPage(page, provider, account, { isShared: target.isShared, ...(thumbnailOf ? { thumbnailOf } : {}) });
    },
  };
}

/** Tools that bypass the cache. */
function forgetful(tools: ProviderTools): ProviderTools {
  return { ...tools, remember: (_, work) => work() };
}

interface PageFacts {
  readonly isShared: boolean;
  /** Address of an entry's picture. Absent: the viewer has no session, so no picture is signed. */
  readonly thumbnailOf?: (item: string) => string;
}

function toPage(
  page: ListedPage,
  { sourceCase }: MediaProvider,
  { instanceName = '' }: OpenAccount,
  { isShared, thumbnailOf }: PageFacts,
): FolderPage {
  const toEntry = ({ name, is, thumbnail, positionSeconds: _, ...facts }: Listed): FolderEntry => ({
    ...facts,
    name,
    ...(thumbnail === undefined || !thumbnailOf ? {} : { thumbnail: thumbnailOf(thumbnail) }),
    is:
      'folder' in is
        ? is
        : { source: shareAs(sourceOf(sourceCase, is.source, instanceName), isShared), format: is.format },
  });
  const { next, path, entries } = page;
  return { path, entries: entries.map(toEntry), ...(next === undefined ? {} : { next }) };
}

function sourceOf(sourceCase: SourceCase, value: object, instanceName: string): MediaSource {
  const instance = instanceName === '' ? {} : { providerInstanceName: instanceName };
  return create(MediaSourceSchema, { source: { case: sourceCase, value } as never, ...instance });
}

/** A source shared as widely as its playlist. Sources with an account express this as `is_shared`. */
function shareAs(source: MediaSource, isShared: boolean): MediaSource {
  const shared = clone(MediaSourceSchema, source);
  Object.assign(shared.source.value ?? {}, { isShared });
  return shared;
}
