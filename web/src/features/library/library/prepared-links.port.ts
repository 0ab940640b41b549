import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../../client/calls/api.ts';
import type { AddableMedia } from '../sources/addable-media.ts';
import type { RecognizedLink } from './add-links.port.ts';
import { type LinkObstacle, obstacleOf } from './paste/link-obstacle.ts';
import { factsKey, factsStaleMs, type LinkFacts, readFacts } from './paste/use-recognized.ts';

/** How long a person who adds a link waits for an answer about its address, in milliseconds. */
const patienceMs = 3_000;
/** Only this many addresses of one text are asked, and `askedAtOnce` of them at a time. */
const maxAsked = 40;
const askedAtOnce = 4;

/** Where facts about links are read and kept. */
export interface LinkFactsParts {
  readonly api: Api;
  readonly client: QueryClient;
}

/** The media of links, ready to be added. */
export interface PreparedLinks {
  readonly items: readonly AddableMedia[];
  /**
   * True: people review the items before adding them. It is a list of films or channels, or an address with an
   * obstacle. [WL17] [WL18]
   */
  readonly asksFirst: boolean;
  /**
   * How many of several links are lists of channels. They are left out: people choose from each list by itself. [WL33]
   */
  readonly lists: number;
}

/**
 * Asks how addresses would play and takes the sources that the server makes of them, for links of every way in. Never
 * throws. [WL31]
 */
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
    if (!link.found) return [];
    const { channel, ...found } = link.found.source;
    const source = facts.get(link)?.prepared?.source ?? found;
    return { name: link.found.name, source: channel ? { ...source, channel } : source };
  });
  const [first] = recognized;
  const asksFirst = isOne && (first?.folder !== undefined || isList(first!) || isHindered(facts.get(first!)));
  return { items, asksFirst, lists: recognized.length - films.length };
}

function isListOf(facts: LinkFacts | undefined): boolean {
  return (facts?.prepared?.listed.length ?? 0) > 0;
}

/**
 * True for an address in a private network that the server does not connect to. False also without an answer in time.
 */
export async function isOutOfReach(parts: LinkFactsParts, link: RecognizedLink): Promise<boolean> {
  const prepared = (await factsOf(parts, link))?.prepared;
  return prepared !== undefined && obstacleOf(prepared) === 'private_network';
}

/** Undefined if there is nothing to ask, or no answer in time. */
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

/** True for a film that the page itself has to read. Whether its site allows that is only known by asking it. */
function isReadByScript({ found }: RecognizedLink): boolean {
  return found?.format === 'hls' || found?.format === 'dash' || found?.format === 'flv';
}

/**
 * Obstacles with which a film may still play: viewers cannot seek in it, or they reach an address that this server does
 * not.
 */
const mayPlay: ReadonlySet<LinkObstacle> = new Set(['no_seeking', 'unreachable', 'slow']);

function isHindered(facts: LinkFacts | undefined): boolean {
  const obstacle = facts?.prepared && obstacleOf(facts.prepared);
  return obstacle !== undefined && !mayPlay.has(obstacle);
}
