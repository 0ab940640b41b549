import { create } from '@bufbuild/protobuf';
import { type WebdavLoginRequestSchema, WebdavSourceSchema } from '@matinee/contract/gen/service/provider/webdav_pb.ts';
import { WebdavProviderService } from '@matinee/contract/gen/service/provider/webdav_service_pb.ts';
import { defineReasons } from '@matinee/contract/reasons.ts';
import { fileBelow, isFilePath, pathBelow } from '../file-servers/beside-files.ts';
import { checkFolder } from '../file-servers/dav-client.ts';
import { listPage, resolveFile } from '../file-servers/dav-files.ts';
import { fileAtPath } from '../file-servers/file-at-path.ts';
import { serverAt } from '../file-servers/server-address.ts';
import { checkAddress } from '../media-address.ts';
import type { AccountKind, MediaProvider } from '../provider.ts';

const reasons = defineReasons('webdav', { path: 'is not the path of a file' });

const accounts: AccountKind<'webdav', typeof WebdavLoginRequestSchema> = {
  service: WebdavProviderService,
  accountOf: ({ accountId, isShared }) => ({ accountId, isShared }),
  async signIn({ url: given, username, password }, tools) {
    const { url, host } = serverAt(given);
    const credentials = { url, username, password };
    await checkFolder(credentials, tools);
    return { host, name: username, credentials };
  },
  checkLogin: ({ url }) => checkAddress(url, 'url'),
  recognize(text, { id: accountId, host }) {
    const path = fileBelow(text, host);
    return path === undefined ? undefined : create(WebdavSourceSchema, { accountId, path });
  },
  // Addresses of files and folders have the same form; a trailing slash marks a folder.
  recognizeFolder(text, { host }) {
    const path = pathBelow(text, host);
    if (path === undefined || path === '') return path;
    return new URL(text.trim()).pathname.endsWith('/') ? path : undefined;
  },
  verify: ({ credentials }, tools) => checkFolder(credentials, tools),
  list: (account, query, tools) =>
    listPage(account, query, (path) => create(WebdavSourceSchema, { accountId: account.id, path }), tools),
};

/** Files on a WebDAV server. They need the account, so this server always proxies them. */
export const webdav: MediaProvider<'webdav'> = {
  name: 'webdav',
  sourceCase: 'webdav',
  // Without an account, a link to a file is a plain address.
  recognize: () => undefined,
  check: ({ path }, field) => (isFilePath(path) ? [] : [{ field: `${field}.path`, ...reasons.path() }]),
  ...fileAtPath,
  resolve: async ({ path }, { account, ...tools }) => (await resolveFile(account!, path, tools)).resolved,
  accounts: accounts as unknown as AccountKind<'webdav'>,
};
