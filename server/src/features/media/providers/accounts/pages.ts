import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ListFolderResponseSchema } from '@matinee/contract/gen/service/provider/provider_accounts_pb.ts';
import type { UserPrincipal } from '../../../../kernel/call.ts';
import type { PageCursors } from '../../../../kernel/signing/page-cursors.ts';
import type { ListedPage, ListQuery, MediaProvider, OpenAccount } from '../../../../providers/provider.ts';
import { telling } from '../provider-failures.ts';
import { providerErrors } from '../providers.errors.ts';
import { toEntry } from './account-messages.ts';
import type { ThumbnailUrls } from './thumbnail-urls.ts';

/** Default page size. */
const usualPage = 50;

export interface PageRequest {
  readonly cursor: string;
  readonly pageSize: number;
  /** The cursor's listing: provider, instance, account, folder and filters. */
  readonly scope: readonly string[];
}

type Work = (query: Pick<ListQuery, 'after' | 'limit'>) => Promise<ListedPage>;
type Page = MessageInitShape<typeof ListFolderResponseSchema>;

/** Builds responses from the entries of providers. [PV12] */
export interface Pages {
  give(
    provider: MediaProvider,
    caller: UserPrincipal,
    account: OpenAccount,
    asked: PageRequest,
    work: Work,
  ): Promise<Page>;
}

export function makePages(cursors: PageCursors, thumbnailUrls: ThumbnailUrls): Pages {
  return {
    async give(provider, caller, account, { cursor, pageSize, scope: folder }, work) {
      const scope = ['provider folder', ...folder];
      const after = cursor === '' ? undefined : cursors.open(scope, cursor);
      if (cursor !== '' && after === undefined) throw providerErrors.invalid_cursor();
      const page = await telling(() => work({ after, limit: pageSize || usualPage }), caller.role);
      const thumbnailOf = thumbnailUrls.forViewer(provider, account.id, caller);
      return {
        entries: page.entries.map((entry) => toEntry(provider, entry, thumbnailOf, account.instanceName)),
        nextCursor: page.next === undefined ? '' : cursors.seal(scope, page.next),
        path: [...page.path],
      };
    },
  };
}
