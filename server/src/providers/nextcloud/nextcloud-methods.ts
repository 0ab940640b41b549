/** Methods that only Nextcloud has: signing in on the user's own server (Login Flow v2), and favourites. */
import { create } from '@bufbuild/protobuf';
import { NextcloudSourceSchema } from '@matinee/contract/gen/service/provider/nextcloud_pb.ts';
import { NextcloudProviderService } from '@matinee/contract/gen/service/provider/nextcloud_service_pb.ts';
import { pageOf } from '../file-servers/file-pages.ts';
import { withoutEndSlashes } from '../file-servers/server-address.ts';
import { checkAddress } from '../media-address.ts';
import { ownMethod } from '../own-method.ts';
import type { OwnMethod, Secrets, SignedIn } from '../provider.ts';
import {
  type Flow,
  listFavorites,
  type NextcloudCredentials,
  pollFlow,
  signIn,
  startFlow,
} from './nextcloud.client.ts';

/** The address of a server, without the path of a page. */
export function serverOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${withoutEndSlashes(pathname.replace(/\/(?:index\.php|apps|login|remote\.php)(?:\/.*)?$/, ''))}`;
}

export function toSignedIn(account: NextcloudCredentials): SignedIn {
  return {
    host: account.server.replace(/^https?:\/\//, ''),
    name: account.userId,
    credentials: { ...account } satisfies Secrets,
  };
}

const { method } = NextcloudProviderService;

export const nextcloudMethods: readonly OwnMethod[] = [
  ownMethod(method.startLoginFlow, async ({ url }, { tools, refuse, seal }) => {
    refuse(checkAddress(url, 'url'));
    const { loginUrl, ...poll } = await startFlow(serverOf(url), tools);
    return { loginUrl, flow: seal(JSON.stringify(poll)) };
  }),
  ownMethod(method.pollLoginFlow, async ({ flow }, { tools, keep, unseal }) => {
    const agreed = await pollFlow(JSON.parse(unseal(flow)) as Omit<Flow, 'loginUrl'>, tools);
    if (!agreed) return {};
    const { account } = await keep(toSignedIn(await signIn(agreed, tools)));
    return { accountId: account!.id! };
  }),
  ownMethod(method.listFavorites, (request, { tools, page }) =>
    page('favorites', request, async (account, query) => {
      const all = await tools.remember(`${account.id} favorites`, () => listFavorites(account, tools));
      return pageOf(all, query, (path) => create(NextcloudSourceSchema, { accountId: account.id, path }));
    }),
  ),
];
