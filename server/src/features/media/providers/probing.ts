import type { MessageInitShape } from '@bufbuild/protobuf';
import type { DirectUrlProbeSchema } from '@matinee/contract/gen/service/provider/provider_common_pb.ts';
import type { HttpFetch } from '../../../drivers/http-fetch/http-fetch.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import { failureOf } from './asking.ts';

/** The response of an address. */
export interface Probed {
  readonly probe: MessageInitShape<typeof DirectUrlProbeSchema>;
  /** Whether CORS allows this server's pages to read the address. */
  readonly cors: 'allowed' | 'refused';
}

/**
 * Requests facts about the media at an address without loading it. Returns a `ProviderError` if there was no response.
 */
export type ProbeAddress = (url: string, headers: Readonly<Record<string, string>>) => Promise<Probed | ProviderError>;

/** `origin`: the origin of this server's pages. */
export function makeProbing(fetch: HttpFetch['fetch'], origin: () => string): ProbeAddress {
  return async (url, headers) => {
    // Sends the request of a page's browser, so that the response shows whether the page may read it. The adder's
    // headers are sent only to the origin of the address: with them, redirects are not followed.
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
