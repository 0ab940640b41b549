/**
 * Policies of the documents that contain the players of other sites. Each document may run the scripts of its site, and
 * only the web app may embed it. The web app itself never runs them. [TR13]
 */

interface SiteParts {
  /** Source of its scripts; absent: its player is only a frame. */
  readonly scripts?: string;
  readonly frames: string;
  /** Origins that its scripts may call; absent: none. */
  readonly connections?: string;
}

const sites: Readonly<Record<string, SiteParts>> = {
  youtube: { scripts: 'https://www.youtube.com', frames: 'https://www.youtube-nocookie.com https://www.youtube.com' },
  twitch: { scripts: 'https://player.twitch.tv', frames: 'https://player.twitch.tv https://clips.twitch.tv' },
  vimeo: { scripts: 'https://player.vimeo.com', frames: 'https://player.vimeo.com' },
  dailymotion: {
    scripts: 'https://geo.dailymotion.com',
    frames: 'https://geo.dailymotion.com https://www.dailymotion.com',
    connections: 'https://geo.dailymotion.com',
  },
  tiktok: { frames: 'https://www.tiktok.com' },
};

const policies = new Map(
  Object.entries(sites).map(([site, { scripts = "'none'", frames, connections = "'none'" }]) => [
    site,
    [
      "default-src 'none'",
      `script-src ${scripts}`,
      `frame-src ${frames}`,
      `connect-src ${connections}`,
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ].join('; '),
  ]),
);

/** The policy of the document at `url`, if it contains the player of a site: `/embeds/player.html?site=youtube`. */
export function sitePolicyOf(url: string): string | undefined {
  return policies.get(/^\/embeds\/player\.html\?site=(\w+)$/.exec(url)?.[1] ?? '');
}
