import type { MediaProvider, OpenAccount } from '../../../providers/provider.ts';
import type { LiveInstances } from './live-instances.ts';
import { instanceErrors } from './provider-instances.errors.ts';

/** The instances, and the connections to them. */
export type Links = Pick<LiveInstances, 'all' | 'linkTo'>;

/** The credential that records an account's provider at its instance. */
export const kindKey = 'matinee.provider';

/** The known providers of an instance. */
export function kindsAt(links: Links, instance: string) {
  return links.all().find(({ row }) => row.name === instance)?.link?.health.kinds ?? [];
}

/** @throws AppError `provider_instances.not_served` */
export function requireKind<T extends { readonly provider: string }>(links: Links, instance: string, request: T): T {
  const kinds = kindsAt(links, instance);
  if (kinds.length > 0 && !kinds.some(({ provider }) => provider === request.provider))
    throw instanceErrors.not_served();
  return request;
}

/** The account's provider, by its name at the instance. */
export function kindOf({ name, sourceCase }: MediaProvider, { credentials }: OpenAccount): string {
  return sourceCase === 'custom' ? (credentials[kindKey] ?? '') : name;
}

/** The account in the form for its instance. */
export function toAccount({ id, credentials }: OpenAccount) {
  const { [kindKey]: _, ...own } = credentials;
  return { id, credentials: own };
}
