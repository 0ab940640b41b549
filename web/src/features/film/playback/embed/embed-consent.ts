import type { Embed } from '@matinee/contract/gen/api.ts';
import { makeStoredChoice } from '../../../../ui/stored-choice.ts';

type Site = Embed['player'];

/** The sites whose players this person has allowed, separated by spaces. Nothing loads from any other site. [SY55] */
export const allowedSites = makeStoredChoice<string>('matinee.sites', (stored) => stored ?? '');

export function isAllowed(allowed: string, site: Site): boolean {
  return allowed.split(' ').includes(site);
}

export function allowSite(site: Site): void {
  const allowed = allowedSites.get();
  if (!isAllowed(allowed, site)) allowedSites.set(`${allowed} ${site}`.trim());
}
