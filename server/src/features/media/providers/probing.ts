import type { MessageInitShape } from '@bufbuild/protobuf';
import type { DirectUrlProbeSchema } from '@matinee/contract/gen/service/provider/provider_common_pb.ts';
import type { HttpFetch } from '../../../drivers/http-fetch/http-fetch.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import { failureOf } from './asking.ts';

/** What an address answered. */
export interface Probed {
  readonly probe: MessageInitShape<typeof DirectUrlProbeSchema>;
  /** Whether the address lets pages of this server read it. */
  readonly cors: 'allowed' | 'refused';
}

/** Asks an address about its media without loading it. Gives an `ProviderError` if there was no answer. */
export type ProbeAddress = (url: string, headers: Readonly<Record<string, string>>) => Promise<Probed | ProviderError>;

/** `origin`: the origin of this server's pages. */
export function makeProbing(fetch: HttpFetch['fetch'], origin: () => string): ProbeAddress {
  return async (url, headers) => {
    // Asks like a browser that reads for a page, so the answer says whether that page may read. Headers of the adder go
    // only to the origin of the address: with them, no redirect is followed.
    const redirect = Object.keys(headers).length === 0 ? 'follow' : 'manual';
    const asked = { method: 'HEAD', headers: { ...headers, origin: origin() }, redirect } as const;
    const answer = await fetch(url, asked).catch(failureOf);
    if (answer instanceof ProviderError) return answer;
    const allowed = answer.headers.get('access-control-allow-origin');
    const size = Number(
      answer.headers.get('content-range')?.split('/')[1] ?? answer.headers.get('content-length') ?? 'no',
    );
    return {
      probe: {
        status: answer.status,
        contentType: answer.headers.get('content-type') ?? '',
        acceptsRanges: answer.headers.get('accept-ranges') === 'bytes',
        ...(Number.isSafeInteger(size) ? { sizeBytes: size } : {}),
      },
      cors: allowed === '*' || allowed === origin() ? 'allowed' : 'refused',
    };
  };
}
