import type { QnapLoginRequestSchema } from '@matinee/contract/gen/service/provider/qnap_pb.ts';
import { QnapProviderService } from '@matinee/contract/gen/service/provider/qnap_service_pb.ts';
import { defineReasons } from '@matinee/contract/reasons.ts';
import { isFilePath } from '../file-servers/beside-files.ts';
import { fileAtPath } from '../file-servers/file-at-path.ts';
import { filmAmong, siblingsOf } from '../file-servers/file-pages.ts';
import { serverAt } from '../file-servers/server-address.ts';
import { checkAddress } from '../media-address.ts';
import type { AccountKind, MediaProvider, OpenAccount, ProviderTools } from '../provider.ts';
import { bytesOf, callAs, logIn, logOut, type QnapAccount, sharesOf } from './qnap.client.ts';
import { folderOf, listFolder, search } from './qnap-files.ts';

const reasons = defineReasons('qnap', { path: 'is not the path of a file in a shared folder' });

const accounts: AccountKind<'qnap', typeof QnapLoginRequestSchema> = {
  service: QnapProviderService,
  accountOf: ({ accountId, isShared }) => ({ accountId, isShared }),
  checkLogin: ({ url }) => checkAddress(url, 'url'),
  async signIn({ url: given, username, password, otpCode }, tools) {
    const { url, host } = serverAt(given);
    const token = await logIn({ url, username, password, otpCode }, tools);
    // With a second factor, the password alone does not sign in again.
    const account: QnapAccount = { url, username, password: otpCode === '' ? password : '', token };
    // Only a call shows whether the account may use File Station.
    await sharesOf(account, tools);
    return { host, name: username, credentials: { ...account } };
  },
  signOut: logOut,
  async verify(open, tools) {
    await callAs(open, { func: 'get_tree', is_iso: '0', node: 'share_root' }, tools);
  },
  list: listFolder,
  search,
  thumbnails: {
    noun: 'thumbnail',
    of: (open, path, tools) => (isFilePath(path) ? pictureOf(open, path, tools) : undefined),
  },
};

function placeOf(path: string): { readonly folder: string; readonly name: string } {
  const end = path.lastIndexOf('/');
  return { folder: path.slice(0, end), name: path.slice(end + 1) };
}

function pictureOf(open: OpenAccount, path: string, tools: ProviderTools) {
  const { folder, name } = placeOf(path);
  return bytesOf(open, name, { func: 'get_thumb', path: folder, name, size: '320' }, tools);
}

function fileOf(open: OpenAccount, path: string, tools: ProviderTools) {
  const { folder, name } = placeOf(path);
  return bytesOf(open, name, { func: 'get_viewer', source_path: folder, source_file: name }, tools);
}

/** Files on QNAP servers. Their addresses contain the session, so this server always proxies them. */
export const qnap: MediaProvider<'qnap'> = {
  name: 'qnap',
  sourceCase: 'qnap',
  // The web client shows files in windows, whose addresses do not contain them.
  recognize: () => undefined,
  check: ({ path }, field) =>
    isFilePath(path) && path.split('/').length > 2 ? [] : [{ field: `${field}.path`, ...reasons.path() }],
  ...fileAtPath,
  async resolve({ path }, { account, ...tools }) {
    const open = account!;
    const siblings = await siblingsOf(path, (folder) => folderOf(open, folder, tools));
    const { resolved } = await filmAmong(path, siblings, (of) => fileOf(open, of, tools));
    return { ...resolved, thumbnail: await pictureOf(open, path, tools) };
  },
  accounts: accounts as unknown as AccountKind<'qnap'>,
};
