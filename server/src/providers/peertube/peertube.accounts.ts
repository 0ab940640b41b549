import type { PeertubeLoginRequestSchema } from '@matinee/contract/gen/service/provider/peertube_pb.ts';
import { PeertubeProviderService } from '@matinee/contract/gen/service/provider/peertube_service_pb.ts';
import { readUrl } from '../../kernel/http/urls.ts';
import { checkAddress } from '../media-address.ts';
import type { AccountKind, OpenAccount, ProviderTools } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { folderOf, listFolder, searchFor } from './peertube.folders.ts';
import { isHost } from './peertube.links.ts';
import { peertubeLists } from './peertube.lists.ts';

const hostOf = ({ credentials }: OpenAccount) => credentials['host']!;
const listsOf = (account: OpenAccount, tools: ProviderTools) => peertubeLists(hostOf(account), tools);

/** Saved PeerTube servers, and their public content. [PT6] [PT7] */
const kind: AccountKind<'peertube', typeof PeertubeLoginRequestSchema> = {
  service: PeertubeProviderService,
  // A video plays without an account.
  accountOf: () => undefined,
  checkLogin: ({ url }) => checkAddress(url, 'url'),
  async signIn({ url }, tools) {
    const { host } = new URL(url);
    if (!isHost(host)) throw new ProviderError('missing');
    return { host, name: await peertubeLists(host, tools).name(), credentials: { host } };
  },
  verify: async (account, tools) => void (await listsOf(account, tools).name()),
  recognizeFolder(text, { host }) {
    const link = readUrl(text.trim());
    return link?.protocol === 'https:' && link.host === host ? folderOf(link.pathname) : undefined;
  },
  list: (account, query, tools) => listFolder(hostOf(account), listsOf(account, tools), query),
  search: (account, query, tools) => searchFor(hostOf(account), listsOf(account, tools), query),
  thumbnails: {
    noun: 'thumbnail',
    of: (account, item) =>
      /^\/(?:lazy-)?static\/[\w./-]{1,300}$/.test(item) ? { url: `https://${hostOf(account)}${item}` } : undefined,
  },
};

export const peertubeAccounts = kind as unknown as AccountKind<'peertube'>;
