import type { MessageInitShape } from '@bufbuild/protobuf';
import { create } from '@bufbuild/protobuf';
import { MediaSourceSchema } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import {
  ProviderCapability,
  type RecognizedSchema,
  type RecognizeRequest,
} from '@matinee/contract/gen/service/provider/provider_common_pb.ts';
import type { HttpFetch } from '../../../../drivers/http-fetch/http-fetch.ts';
import type { MediaProvider, MediaProviders, SourceCase, SourceOf } from '../../../../providers/provider.ts';
import type { AccountRow } from '../accounts/accounts.store.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { pathNameOf } from '../find-provider.ts';
import { providerErrors } from '../providers.errors.ts';
import { makeShortLinks } from './short-links.ts';

type Recognized = MessageInitShape<typeof RecognizedSchema>;

/** Instances that run a provider, and its capabilities there. */
export type BackendsElsewhere = (provider: string) => { instanceName: string; capabilities: ProviderCapability[] }[];

/** Finds the provider of a text, and lists the capabilities of each provider. */
export function makeRecognizing(
  providers: MediaProviders,
  accounts: Pick<Accounts, 'listAll'>,
  backendsElsewhere: BackendsElsewhere,
  fetch: HttpFetch['fetch'],
) {
  // Plain addresses are tried last, because they match every link.
  const all = Object.values(providers) as unknown as MediaProvider<SourceCase>[];
  const inOrder = [...all.filter(({ name }) => name !== 'direct_url'), providers.directUrl as unknown as MediaProvider];

  const expand = makeShortLinks(all, fetch);

  /** A link to one of the user's accounts takes precedence, even though it is also a plain address. */
  function recognize(text: string, own: readonly AccountRow[]): Recognized {
    for (const provider of inOrder) {
      for (const account of own.filter((one) => one.provider === provider.name)) {
        const opened = provider.accounts?.recognize?.(text, account);
        if (opened !== undefined) return toRecognized(provider, opened, account.instance_name);
        const folder = provider.accounts?.recognizeFolder?.(text, account);
        if (folder !== undefined) return { provider: provider.name, folder, accountId: account.id };
      }
      const value = provider.recognize(text);
      if (value !== undefined) return toRecognized(provider, value);
      const folder = provider.recognizeFolder?.(text);
      if (folder === undefined) continue;
      const account = own.find((one) => one.provider === provider.name);
      return { provider: provider.name, folder, ...(account ? { accountId: account.id } : {}) };
    }
    return {};
  }

  return {
    /** [PV9] [PV75] */
    async recognize({ texts }: RecognizeRequest, userId: string) {
      const [own, expanded] = await Promise.all([accounts.listAll(userId), expand(texts)]);
      return { results: expanded.map((text) => recognize(text, own)) };
    },
    /** `providerType`: as in `Playback.provider`, or as in paths. */
    async backends(providerType: string) {
      const provider = all.find((one) => one.name === providerType || pathNameOf(one) === providerType);
      const elsewhere = backendsElsewhere(provider?.name ?? providerType);
      if (provider && provider.sourceCase !== 'custom')
        return { backends: [{ instanceName: '', capabilities: capabilitiesOf(provider) }, ...elsewhere] };
      if (elsewhere.length === 0) throw providerErrors.unknown_provider();
      return { backends: elsewhere };
    },
  };
}

function toRecognized(
  provider: MediaProvider<SourceCase>,
  value: SourceOf<SourceCase>,
  providerInstanceName = '',
): Recognized {
  const named = { case: provider.sourceCase, value } as never;
  const source = create(MediaSourceSchema, {
    source: named,
    ...(providerInstanceName === '' ? {} : { providerInstanceName }),
  });
  const format = provider.outline(value).modes[0]?.medias[0]?.format;
  const recognized = { provider: provider.name, source, name: provider.nameOf(value) };
  return format === undefined ? recognized : { ...recognized, format };
}

/** The capabilities of a provider besides resolving. */
export function capabilitiesOf({ accounts, reports }: MediaProvider): ProviderCapability[] {
  return [
    ...(accounts ? [ProviderCapability.SIGN_IN, ProviderCapability.BROWSE] : []),
    ...(!accounts || accounts.recognize ? [ProviderCapability.RECOGNIZE] : []),
    ...(accounts?.search ? [ProviderCapability.SEARCH] : []),
    ...(accounts?.thumbnails ? [ProviderCapability.THUMBNAILS] : []),
    ...(reports ? [ProviderCapability.REPORTS] : []),
  ];
}
