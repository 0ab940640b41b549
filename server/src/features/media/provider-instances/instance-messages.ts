import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate, timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { Kind } from '@matinee/contract/gen/service/provider/backend/backend_pb.ts';
import {
  ProviderInstanceFault,
  type ProviderInstanceHealthSchema,
  type ProviderInstanceKindSchema,
  type ProviderInstanceSchema,
  ProviderInstanceStatus as Status,
} from '@matinee/contract/gen/service/provider/provider_instances_pb.ts';
import { withoutHiddenCharacters } from '@matinee/contract/shown-text.ts';
import type { Link } from './link.ts';
import type { InstanceRow } from './provider-instances.store.ts';

const statuses = { connecting: Status.CONNECTING, serving: Status.SERVING, failing: Status.FAILING };

/** Whether this server itself has a provider of that name. */
export type IsBuiltIn = (provider: string) => boolean;

/** An instance in the form for administrators, without its secret. [PI2] */
export function toInstance(
  row: InstanceRow,
  link: Link | undefined,
  isBuiltIn: IsBuiltIn,
): MessageInitShape<typeof ProviderInstanceSchema> {
  return {
    name: row.name,
    address: row.address,
    plaintext: row.is_plaintext,
    tlsServerName: row.tls_server_name,
    tlsCa: row.tls_ca,
    hasSecret: row.sealed_secret !== null,
    comment: row.comment,
    enabled: row.is_enabled,
    version: row.version,
    createdAt: timestampFromDate(row.created_at),
    updatedAt: timestampFromDate(row.updated_at),
    health: toHealth(link, isBuiltIn),
  };
}

function toHealth(link: Link | undefined, isBuiltIn: IsBuiltIn): MessageInitShape<typeof ProviderInstanceHealthSchema> {
  if (!link) return { status: Status.DISABLED, fault: ProviderInstanceFault.UNSPECIFIED };
  const { status, checkedAtMs, kinds, ...health } = link.health;
  return {
    ...health,
    ...link.counts,
    status: statuses[status],
    kinds: kinds.map((kind) => toKind(kind, isBuiltIn)),
    ...(checkedAtMs === undefined ? {} : { checkedAt: timestampFromMs(Math.floor(checkedAtMs)) }),
  };
}

export function toKind(
  { provider, title, capabilities, loginFields }: Kind,
  isBuiltIn: IsBuiltIn,
): MessageInitShape<typeof ProviderInstanceKindSchema> {
  const isOwn = !isBuiltIn(provider);
  return {
    provider,
    title: withoutHiddenCharacters(title) || provider,
    capabilities,
    builtIn: !isOwn,
    loginFields: isOwn ? loginFields.map(({ $typeName, ...field }) => field) : [],
  };
}
