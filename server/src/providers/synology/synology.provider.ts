import type { SynologyLoginRequestSchema } from '@matinee/contract/gen/service/provider/synology_pb.ts';
import { SynologyProviderService } from '@matinee/contract/gen/service/provider/synology_service_pb.ts';
import { defineReasons } from '@matinee/contract/reasons.ts';
import { isFilePath } from '../file-servers/beside-files.ts';
import { fileAtPath } from '../file-servers/file-at-path.ts';
import { filmAmong } from '../file-servers/file-pages.ts';
import { serverAt } from '../file-servers/server-address.ts';
import { checkAddress } from '../media-address.ts';
import type { AccountKind, MediaProvider, OpenAccount, ProviderTools } from '../provider.ts';
import { bytesOf, callAs, checkSession, logOut, signIn } from './synology.client.ts';
import { besideOf, listFolder, search } from './synology-files.ts';

const reasons = defineReasons('synology', { path: 'is not the path of a file in a shared folder' });

const accounts: AccountKind<'synology', typeof SynologyLoginRequestSchema> = {
  service: SynologyProviderService,
  accountOf: ({ accountId, isShared }) => ({ accountId, isShared }),
  checkLogin: ({ url }) => checkAddress(url, 'url'),
  async signIn({ url: given, username, password, otpCode }, tools) {
    const { url, host } = serverAt(given);
    const asked = { url, username, password, otpCode, deviceName: `Matinee ${tools.deviceId}` };
    const account = await signIn(asked, tools);
    // Only a call shows whether the account may use File Station.
    await checkSession(account, tools);
    return { host, name: username, credentials: { ...account } };
  },
  signOut: logOut,
  verify: checkShares,
  list: listFolder,
  search,
  thumbnails: {
    noun: 'thumbnail',
    of: (open, path, tools) => (isFilePath(path) ? pictureOf(open, path, tools) : undefined),
  },
};

async function checkShares(open: OpenAccount, tools: ProviderTools): Promise<void> {
  await callAs(open, { api: 'SYNO.FileStation.List', version: 2, method: 'list_share', values: { limit: 1 } }, tools);
}

function pictureOf(open: OpenAccount, path: string, tools: ProviderTools) {
  const values = { path, size: 'medium' };
  return bytesOf(open, { api: 'SYNO.FileStation.Thumb', version: 2, method: 'get', values }, tools);
}

function fileOf(open: OpenAccount, path: string, tools: ProviderTools) {
  const values = { path: [path], mode: 'open' };
  return bytesOf(open, { api: 'SYNO.FileStation.Download', version: 2, method: 'download', values }, tools);
}

/** Files on Synology servers. They need the session, so this server always proxies them. */
export const synology: MediaProvider<'synology'> = {
  name: 'synology',
  sourceCase: 'synology',
  // The web client shows files in windows, whose addresses do not contain them.
  recognize: () => undefined,
  check: ({ path }, field) =>
    isFilePath(path) && path.split('/').length > 2 ? [] : [{ field: `${field}.path`, ...reasons.path() }],
  ...fileAtPath,
  async resolve({ path }, { account, ...tools }) {
    const open = account!;
    const { resolved } = await filmAmong(path, await besideOf(open, path, tools), (of) => fileOf(open, of, tools));
    return { ...resolved, thumbnail: await pictureOf(open, path, tools) };
  },
  accounts: accounts as unknown as AccountKind<'synology'>,
};
