import type { Api } from '../../client/calls/api.ts';
import type { RecognizedLink } from './add-links.port.ts';
import { obstacleOf } from './paste/link-obstacle.ts';
import { readFacts } from './paste/use-recognized.ts';

/** How long somebody who has typed a link waits for what its address says, in milliseconds. */
const patienceMs = 3_000;

/** True: what was typed is shown like what is pasted, and added by another press: a list, or an address in a network that the server does not reach. [WL17] [WL18] */
export async function asksFirst(api: Api, recognized: readonly RecognizedLink[]): Promise<boolean> {
  const [first] = recognized;
  if (recognized.length !== 1 || !first) return false;
  return first.folder !== undefined || (await isOutOfReach(api, first));
}

/** True for an address in a private network that the server does not connect to. False also where nobody says so in time. */
export async function isOutOfReach(api: Api, { found }: RecognizedLink): Promise<boolean> {
  if (!found?.source.direct_url) return false;
  const facts = await readFacts(api, found.source, AbortSignal.timeout(patienceMs)).catch(() => undefined);
  return facts?.prepared !== undefined && obstacleOf(facts.prepared) === 'private_network';
}
