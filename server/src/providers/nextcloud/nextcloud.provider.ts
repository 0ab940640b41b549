import { create } from '@bufbuild/protobuf';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import {
  type NextcloudLoginRequestSchema,
  NextcloudSourceSchema,
} from '@matinee/contract/gen/service/provider/nextcloud_pb.ts';
import { NextcloudProviderService } from '@matinee/contract/gen/service/provider/nextcloud_service_pb.ts';
import { defineReasons } from '@matinee/contract/reasons.ts';
import { isUrl } from '../../kernel/http/urls.ts';
import { isFilePath } from '../file-servers/beside-files.ts';
import { checkFolder } from '../file-servers/dav-client.ts';
import { listPage, resolveFile } from '../file-servers/dav-files.ts';
import { fileAtPath } from '../file-servers/file-at-path.ts';
import { pageOf } from '../file-servers/file-pages.ts';
import { checkAddress } from '../media-address.ts';
import type {
  AccountKind,
  AccountSummary,
  ListedPage,
  MediaProvider,
  OpenAccount,
  ProviderTools,
  SearchQuery,
} from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import {
  credentialsOf,
  deleteAppPassword,
  makeAppPassword,
  previewOf,
  searchFiles,
  signIn,
} from './nextcloud.client.ts';
import { nextcloudMethods, serverOf, toSignedIn } from './nextcloud-methods.ts';

const reasons = defineReasons('nextcloud', { path: 'is not the path of a file' });

const sourceIn =
  ({ id: accountId }: OpenAccount) =>
  (path: string) =>
    create(NextcloudSourceSchema, { accountId, path });

const accounts: AccountKind<'nextcloud', typeof NextcloudLoginRequestSchema> = {
  service: NextcloudProviderService,
  accountOf: ({ accountId, isShared }) => ({ accountId, isShared }),
  checkLogin: ({ url }) => checkAddress(url, 'url'),
  async signIn({ url, username, password }, tools) {
    const account = await signIn({ server: serverOf(url), username, password }, tools);
    // If users enter the account's own password, another one is stored instead, which opens only their files and can be
    // revoked.
    const own = await makeAppPassword(account, tools).catch((cause) => {
      if (cause instanceof ProviderError && cause.failure === 'forbidden') return password;
      throw cause;
    });
    return toSignedIn({ ...account, password: own });
  },
  signOut: (account, tools) => deleteAppPassword(credentialsOf(account), tools),
  verify: ({ credentials }, tools) => checkFolder(credentials, tools),
  list: (account, query, tools) => listPage(account, query, sourceIn(account), tools),
  search,
  recognizeFolder,
  thumbnails: {
    noun: 'preview',
    of: (account, item) => (/^\d{1,18}$/.test(item) ? previewOf(account, item) : undefined),
  },
  own: nextcloudMethods,
};

async function search(
  account: OpenAccount,
  { folder, text, ...query }: SearchQuery,
  tools: ProviderTools,
): Promise<ListedPage<'nextcloud'>> {
  const name = `${account.id} search ${JSON.stringify([folder, text])}`;
  const found = await tools.remember(name, () => searchFiles(account, folder, text, tools));
  return pageOf(found, query, sourceIn(account));
}

/** The web client's files page has its folder in the address: `/apps/files/?dir=/Films`, also after `/index.php`. */
function recognizeFolder(text: string, { host }: AccountSummary): string | undefined {
  const link = text.trim();
  if (!isUrl(link)) return undefined;
  const url = new URL(link);
  const page = `${url.host}${url.pathname}`.replace(`${host}/index.php/`, `${host}/`);
  const folder = url.searchParams.get('dir');
  if (!page.startsWith(`${host}/apps/files/`) || folder === null) return undefined;
  return folder === '/' ? '' : isFilePath(folder) ? folder : undefined;
}

/** Files on Nextcloud. They need the account, so this server always proxies them. */
export const nextcloud: MediaProvider<'nextcloud'> = {
  name: 'nextcloud',
  sourceCase: 'nextcloud',
  nouns: { [MediaFormat.FILE]: 'resources', [MediaFormat.FLV]: 'resources' },
  // A link to the web client identifies a file by a number, not by its path.
  recognize: () => undefined,
  check: ({ path }, field) => (isFilePath(path) ? [] : [{ field: `${field}.path`, ...reasons.path() }]),
  ...fileAtPath,
  async resolve({ path }, { account, ...tools }) {
    const { resolved, entry } = await resolveFile(account!, path, tools);
    return entry?.previewId === undefined ? resolved : { ...resolved, thumbnail: previewOf(account!, entry.previewId) };
  },
  async coverOf({ path }, { account, ...tools }) {
    const { entry } = await resolveFile(account!, path, tools);
    return entry?.previewId === undefined ? undefined : previewOf(account!, entry.previewId);
  },
  accounts: accounts as unknown as AccountKind<'nextcloud'>,
};
