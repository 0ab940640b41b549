import type {
  DescribeResponse,
  MediaSource,
  PrepareDirectUrlResponse,
  ProxyPolicy,
} from '@matinee/contract/gen/api.ts';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../../client/calls/api.ts';
import { useSession } from '../../../../client/session/session.tsx';
import { type RecognizedLink, recognizeLinks } from '../add-links.port.ts';

export interface Recognizing {
  readonly query: UseQueryResult<readonly RecognizedLink[]>;
  /**
   * Waits until the links are resolved.
   * @throws ApiError
   */
  readonly wait: () => Promise<readonly RecognizedLink[]>;
  /** Asks again after the person has signed in to a server. */
  readonly again: () => void;
}

/** Resolves links to media. */
export function useRecognized(links: readonly string[]): Recognizing {
  const { api } = useSession();
  const client = useQueryClient();
  const options = { queryKey: ['recognized', links], queryFn: () => recognizeLinks(api, links), staleTime: 60_000 };
  return {
    query: useQuery(options),
    wait: () => client.fetchQuery(options),
    again: () => void client.invalidateQueries({ queryKey: ['recognized'] }),
  };
}

/** The facts about a link before it is added. */
export interface LinkFacts {
  readonly policy: ProxyPolicy | undefined;
  /** The server's answer about the address. Undefined: it was not asked, as the link is not a plain address. */
  readonly prepared: PrepareDirectUrlResponse | undefined;
}

/**
 * The length and the picture that a link's site reports for a film. Undefined for a plain address: no server has read
 * the film.
 */
export function useDescription({ found, link }: RecognizedLink): DescribeResponse | undefined {
  return useSourceDescription(found?.source, [link, found?.provider]);
}

/** Like `useDescription`, for a source with the given `key`. */
export function useSourceDescription(
  source: MediaSource | undefined,
  key: readonly (string | undefined)[],
): DescribeResponse | undefined {
  const { api } = useSession();
  const { data } = useQuery({
    queryKey: ['link-description', ...key],
    queryFn: ({ signal }) => api.call('ProviderCommonService.Describe', { source: source! }, { signal }),
    enabled: source !== undefined && !source.direct_url && !source.own_copy && !source.member_file,
    staleTime: 60_000,
    retry: false,
  });
  return data;
}

/** How long facts about a link serve, in milliseconds. */
export const factsStaleMs = 60_000;

/** The key of the facts about a link. */
export const factsKey = ({ found, link }: RecognizedLink) => ['link-facts', link, found?.provider];

/** Finds out how a link would play. */
export function useLinkFacts(recognized: RecognizedLink): UseQueryResult<LinkFacts> {
  const { found } = recognized;
  const { api } = useSession();
  return useQuery({
    queryKey: factsKey(recognized),
    queryFn: ({ signal }) => readFacts(api, found?.source, signal),
    enabled: found !== undefined,
    staleTime: factsStaleMs,
    retry: false,
  });
}

const noLink: RecognizedLink = { link: '', found: undefined, site: undefined, folder: undefined };

/**
 * The answer for a single link to a list of channels or files. Undefined: it is no such list, or that is not known yet.
 * [WL33]
 */
export function useListed(recognized: readonly RecognizedLink[]): PrepareDirectUrlResponse | undefined {
  const only = recognized.length === 1 ? recognized[0] : undefined;
  const prepared = useLinkFacts(only ?? noLink).data?.prepared;
  return prepared && prepared.listed.length > 0 ? prepared : undefined;
}

/** @throws ApiError */
export async function readFacts(api: Api, source: MediaSource | undefined, signal: AbortSignal): Promise<LinkFacts> {
  if (source?.direct_url) {
    const request = { source: source.direct_url };
    const prepared = await api.call('ProviderCommonService.PrepareDirectUrl', request, { signal });
    return { policy: prepared.policy, prepared };
  }
  const request = source ? { source } : {};
  const { policy } = await api.call('ProviderCommonService.ResolvePlaybackProxyPolicy', request, { signal });
  return { policy, prepared: undefined };
}
