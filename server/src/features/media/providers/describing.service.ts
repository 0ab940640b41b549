import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { DescribeRequest } from '@matinee/contract/gen/service/provider/provider_common_pb.ts';
import type { UserPrincipal } from '../../../kernel/call.ts';
import type {
  MediaProvider,
  MediaProviders,
  ProviderTools,
  SourceCase,
  SourceOf,
} from '../../../providers/provider.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import type { UpstreamAddress } from '../../../providers/resolved.ts';
import { understand } from './find-provider.ts';
import { telling } from './provider-failures.ts';
import { providerErrors } from './providers.errors.ts';

interface Parts {
  readonly providers: MediaProviders;
  readonly toolsOf: (provider: string) => ProviderTools;
  /** The path of the picture at `url`, for this user alone. */
  readonly picturePathOf: (provider: MediaProvider, userId: string, url: string) => string;
}

/** Returns the name and the picture of a source before it is added. */
export function makeDescribing({ providers, toolsOf, picturePathOf }: Parts) {
  return {
    /** [PV40] [PV42] */
    async describe({ source }: DescribeRequest, { role, userId }: UserPrincipal) {
      const { provider, value, field } = understand(providers, source!);
      const violations = provider.check(value, field);
      const [first] = violations;
      if (first) throw providerErrors.invalid_source({ violations, message: `${first.field}: ${first.description}` });
      const tools = toolsOf(provider.name);
      const [told, picture] = await Promise.all([
        telling(async () => (await provider.describe?.(value, tools)) ?? { name: provider.nameOf(value) }, role),
        findPicture(provider, value, tools).catch(noPicture),
      ]);
      return picture ? { ...told, thumbnail: picturePathOf(provider, userId, picture.url) } : told;
    },
  };
}

/** The public picture of a source; undefined: none, or only with an account. */
async function findPicture(
  provider: MediaProvider,
  value: SourceOf<SourceCase>,
  tools: ProviderTools,
): Promise<UpstreamAddress | undefined> {
  if (provider.accounts?.accountOf(value)) return undefined;
  const context = { ...tools, secrets: {}, account: undefined };
  if (provider.coverOf) return provider.coverOf(value, context);
  // Sites with their own player return their picture together with the name.
  const isEmbed = provider.outline(value).modes[0]?.medias[0]?.format === MediaFormat.EMBED;
  return isEmbed ? (await provider.resolve(value, context)).thumbnail : undefined;
}

function noPicture(cause: unknown): undefined {
  if (!(cause instanceof ProviderError)) throw cause;
}
