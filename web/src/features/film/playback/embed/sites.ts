import type { EmbedSite } from './site-player.ts';

const modules = import.meta.glob<EmbedSite>('./sites/*.site.ts', { import: 'site', eager: true });

/** The sites whose players this app drives, by `Embed.player`. */
export const sites: ReadonlyMap<EmbedSite['player'], EmbedSite> = new Map(
  Object.values(modules).map((site) => [site.player, site]),
);

/** The name of a site as the site writes it. */
export function siteName(player: EmbedSite['player']): string {
  return sites.get(player)?.name ?? player;
}
