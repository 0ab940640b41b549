import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../../client/calls/api.ts';
import type { FoundMedia } from '../sources/found-media.ts';
import type { RecognizedLink } from './add-links.port.ts';
import { type LinkObstacle, obstacleOf } from './paste/link-obstacle.ts';
import { factsKey, factsStaleMs, type LinkFacts, readFacts } from './paste/use-recognized.ts';

/** How long somebody who adds a link waits for what its address says, in milliseconds. */
const patienceMs = 3_000;
/** Of so many links in one text the addresses are asked, so many at a time. */
const maxAsked = 40;
const askedAtOnce = 4;

/** Where facts about links are read and kept. */
export interface LinkFactsParts {
  readonly api: Api;
  readonly client: QueryClient;
}

/** What links name, as it is added. */
export interface PreparedLinks {
  readonly items: readonly FoundMedia[];
  /** True: people are shown first what they add: a list of films or channels, or an address with something in the way. [WL17] [WL18] */
  readonly asksFirst: boolean;
  /** How many of several links turned out to be lists of channels: these are left out, and chosen from by themselves. [WL33] */
  readonly lists: number;
}

/** Asks addresses how they would play and takes what the server makes of it, for links of every way in. Never throws. [WL31] */
export async function prepareLinks(
  parts: LinkFactsParts,
  recognized: readonly RecognizedLink[],
): Promise<PreparedLinks> {
  const isOne = recognized.length === 1;
  const asked = recognized.filter((link) => isOne || isReadByScript(link)).slice(0, maxAsked);
  const facts = new Map<RecognizedLink, LinkFacts | undefined>();
  for (let start = 0; start < asked.length; start += askedAtOnce) {
    const some = asked.slice(start, start + askedAtOnce);
    await Promise.all(some.map(async (link) => facts.set(link, await factsOf(parts, link))));
  }
  const isList = (link: RecognizedLink) => isListOf(facts.get(link));
  const films = isOne ? recognized : recognized.filter((link) => !isList(link));
  const items = films.flatMap((link) => {
    const source = facts.get(link)?.prepared?.source;
    return link.found ? { name: link.found.name, source: source ?? link.found.source } : [];
  });
  const [first] = recognized;
  const asksFirst = isOne && (first?.folder !== undefined || isList(first!) || isHindered(facts.get(first!)));
  return { items, asksFirst, lists: recognized.length - films.length };
}

function isListOf(facts: LinkFacts | undefined): boolean {
  return (facts?.prepared?.listed.length ?? 0) > 0;
}

/** True for an address in a private network that the server does not connect to. False also where nobody says so in time. */
export async function isOutOfReach(parts: LinkFactsParts, link: RecognizedLink): Promise<boolean> {
  const prepared = (await factsOf(parts, link))?.prepared;
  return prepared !== undefined && obstacleOf(prepared) === 'private_network';
}

/** Undefined where there is nothing to ask, and where nobody answers in time. */
async function factsOf({ api, client }: LinkFactsParts, link: RecognizedLink): Promise<LinkFacts | undefined> {
  if (!link.found?.source.direct_url) return undefined;
  const reading = client.fetchQuery({
    queryKey: factsKey(link),
    queryFn: ({ signal }) => readFacts(api, link.found?.source, signal),
    staleTime: factsStaleMs,
    retry: false,
  });
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs));
  return Promise.race([reading.catch(() => undefined), late]);
}

/** True for a film that a page has to be allowed to read: its site says only when it is asked. */
function isReadByScript({ found }: RecognizedLink): boolean {
  return found?.format === 'hls' || found?.format === 'dash' || found?.format === 'flv';
}

/** What may play all the same: nobody can seek in it, or this server does not reach it, and viewers do. */
const mayPlay: ReadonlySet<LinkObstacle> = new Set(['no_seeking', 'unreachable', 'slow']);

function isHindered(facts: LinkFacts | undefined): boolean {
  const obstacle = facts?.prepared && obstacleOf(facts.prepared);
  return obstacle !== undefined && !mayPlay.has(obstacle);
}
