import type { DescribeRequest } from '@matinee/contract/gen/service/provider/provider_common_pb.ts';
import type { UserPrincipal } from '../../kernel/call.ts';
import type { MediaProviders, ProviderTools } from '../../providers/provider.ts';
import { understand } from './find-provider.ts';
import { providerErrors } from './providers.errors.ts';
import { telling } from './upstream-errors.ts';

interface Parts {
  readonly providers: MediaProviders;
  readonly toolsOf: (provider: string) => ProviderTools;
}

/** Says what a source is called, before it is added. */
export function makeDescribing({ providers, toolsOf }: Parts) {
  return {
    /** [PV40] */
    async describe({ source }: DescribeRequest, { role }: UserPrincipal) {
      const { provider, value, field } = understand(providers, source!);
      const violations = provider.check(value, field);
      const [first] = violations;
      if (first) throw providerErrors.invalid_source({ violations, message: `${first.field}: ${first.description}` });
      const tools = toolsOf(provider.name);
      return telling(async () => (await provider.describe?.(value, tools)) ?? { name: provider.nameOf(value) }, role);
    },
  };
}
