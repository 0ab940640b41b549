import type { AvailableProviderInstance } from '@matinee/contract/gen/api.ts';
import type { SourceEntry } from '../entry.ts';

type Instances = readonly AvailableProviderInstance[];

/**
 * The kinds that people can choose from. The entry for instances is replaced by each kind that an instance brings
 * along. Pure. [WSO22]
 */
export function withOwnKinds(entries: readonly SourceEntry[], instances: Instances): readonly SourceEntry[] {
  const own = instances.flatMap(({ kinds }) => kinds).filter(({ built_in }) => !built_in);
  const once = own.filter(({ provider }, place) => own.findIndex((one) => one.provider === provider) === place);
  return entries.flatMap((entry) => {
    if (!entry.isOfInstances) return [entry];
    return once.map(({ provider, title, login_fields }): SourceEntry => {
      const labels = Object.fromEntries(login_fields.map((field) => [field.name, field.title || field.name]));
      const fields = login_fields.map(({ name, secret, required }) => ({
        name,
        kind: secret ? ('password' as const) : ('text' as const),
        isOptional: !required,
      }));
      return { ...entry, fields, own: { provider, title: title || provider, labels } };
    });
  });
}

/** Names of the instances at which a person can sign in to a kind; an empty name is this server. Pure. [WSO22] */
export function placesOf({ provider, own, takesInstance }: SourceEntry, instances: Instances): readonly string[] {
  const at = instances.filter(({ kinds }) =>
    kinds.some((kind) => (own ? kind.provider === own.provider : kind.built_in && kind.provider === provider)),
  );
  const names = at.map(({ name }) => name);
  if (own) return names;
  return takesInstance ? ['', ...names] : [''];
}
