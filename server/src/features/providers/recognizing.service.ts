import type { MessageInitShape } from '@bufbuild/protobuf';
import { create } from '@bufbuild/protobuf';
import { MediaSourceSchema } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import {
  ProviderCapability,
  type RecognizedSchema,
  type RecognizeRequest,
} from '@matinee/contract/gen/service/provider/provider_common_pb.ts';
import type { MediaProvider, MediaProviders, SourceCase } from '../../providers/provider.ts';
import { pathNameOf } from './find-provider.ts';
import { providerErrors } from './providers.errors.ts';

/** Says which provider understands a text, and what each provider can do. */
export function makeRecognizing(providers: MediaProviders) {
  // Plain addresses are asked last: every link is one.
  const all = Object.values(providers) as unknown as MediaProvider<SourceCase>[];
  const inOrder = [...all.filter(({ name }) => name !== 'direct_url'), providers.directUrl as unknown as MediaProvider];

  function recognize(text: string): MessageInitShape<typeof RecognizedSchema> {
    for (const provider of inOrder) {
      const value = provider.recognize(text);
      if (value === undefined) continue;
      const source = create(MediaSourceSchema, { source: { case: provider.sourceCase, value } as never });
      const format = provider.outline(value).modes[0]?.medias[0]?.format;
      const recognized = { provider: provider.name, source, name: provider.nameOf(value) };
      return format === undefined ? recognized : { ...recognized, format };
    }
    return {};
  }

  return {
    recognize: async ({ texts }: RecognizeRequest) => ({ results: texts.map(recognize) }),
    /** `providerType`: as in `Playback.provider` or as in paths. */
    async backends(providerType: string) {
      const provider = all.find((one) => one.name === providerType || pathNameOf(one) === providerType);
      if (!provider) throw providerErrors.unknown_provider();
      const capabilities = provider.accounts
        ? [ProviderCapability.SIGN_IN, ProviderCapability.BROWSE]
        : [ProviderCapability.RECOGNIZE];
      return { backends: [{ instanceName: '', capabilities }] };
    },
  };
}
