import { create } from '@bufbuild/protobuf';
import {
  type CloudreveLoginRequestSchema,
  type CloudreveSource,
  CloudreveSourceSchema,
} from '@matinee/contract/gen/service/provider/cloudreve_pb.ts';
import { CloudreveProviderService } from '@matinee/contract/gen/service/provider/cloudreve_service_pb.ts';
import { defineReasons } from '@matinee/contract/reasons.ts';
import { outlineOfPath } from '../file-servers/file-at-path.ts';
import { serverAt, withoutEndSlashes } from '../file-servers/server-address.ts';
import { checkAddress, formatOfPath, nameOfFile } from '../media-address.ts';
import type { AccountKind, AccountSummary, MediaProvider, ResolveContext } from '../provider.ts';
import type { Resolved } from '../resolved.ts';
import { addressesOf, askAs, pictureOf, signIn, signOut } from './cloudreve.client.ts';
import { fileNameOf, listFolder, onlyFileOf, readUri, search, subtitlesOf } from './cloudreve-files.ts';

const reasons = defineReasons('cloudreve', { path: 'is not the name that a Cloudreve server gives to a file' });

const accounts: AccountKind<'cloudreve', typeof CloudreveLoginRequestSchema> = {
  service: CloudreveProviderService,
  accountOf: ({ accountId, isShared }) => ({ accountId, isShared }),
  checkLogin: ({ url }) => checkAddress(url, 'url'),
  async signIn({ url: given, username, password, otpCode }, tools) {
    const { url, host } = serverAt(given);
    const asked = { url, email: username, password, otp: otpCode };
    const { name, account } = await signIn(asked, tools);
    return { host, name, credentials: { ...account } };
  },
  signOut,
  async verify(account, tools) {
    await askAs(account, 'user/me', undefined, tools);
  },
  list: listFolder,
  search,
  recognize,
  thumbnails: {
    noun: 'thumbnail',
    of: (account, uri, tools) => (readUri(uri) === undefined ? undefined : pictureOf(account, uri, tools)),
  },
};

/** A link to a shared file. Refuses links with a password: everybody in the room would read it. */
function recognize(text: string, { id: accountId, host }: AccountSummary): CloudreveSource | undefined {
  if (checkAddress(text.trim(), '').length > 0) return undefined;
  const link = new URL(text.trim());
  const start = `${host}/s/`;
  const at = withoutEndSlashes(`${link.host}${link.pathname}`);
  const share = at.startsWith(start) ? at.slice(start.length) : '';
  if (!/^[\w-]{1,64}$/.test(share) || link.searchParams.has('password')) return undefined;
  return create(CloudreveSourceSchema, { accountId, uri: `cloudreve://${share}@share` });
}

/** Files on Cloudreve. This server always proxies them, because their addresses alone grant access. */
export const cloudreve: MediaProvider<'cloudreve'> = {
  name: 'cloudreve',
  sourceCase: 'cloudreve',
  // A link does not identify its account; `accounts.recognize` does.
  recognize: () => undefined,
  check: ({ uri }, field) => (isFile(uri) ? [] : [{ field: `${field}.uri`, ...reasons.path() }]),
  nameOf: ({ uri }) => nameOfFile(fileNameOf(uri)) || uri,
  outline: ({ uri }) => outlineOfPath(fileNameOf(uri)),
  resolve,
  accounts: accounts as unknown as AccountKind<'cloudreve'>,
};

function isFile(uri: string): boolean {
  const known = readUri(uri);
  return known !== undefined && (known.names.length > 0 || known.base.endsWith('@share'));
}

async function resolve({ uri: given }: CloudreveSource, { account, ...tools }: ResolveContext): Promise<Resolved> {
  const open = account!;
  const isShare = fileNameOf(given) === '';
  const uri = isShare ? await onlyFileOf(open, given, tools) : given;
  const subtitles = isShare ? [] : await subtitlesOf(open, uri, tools);
  const { urls, ...ends } = await addressesOf(open, [uri, ...subtitles.map((one) => one.uri)], tools);
  const media = { name: '', format: formatOfPath(fileNameOf(uri)), upstream: { url: urls[0]! } };
  return {
    modes: [
      {
        name: 'original',
        medias: [media],
        subtitles: subtitles.map(({ name, language }, i) => ({ name, language, upstream: { url: urls[i + 1]! } })),
      },
    ],
    needsCredentials: true,
    ...ends,
  };
}
