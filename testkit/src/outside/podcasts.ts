/** The example of docs/guide/writing-a-provider.md, run as readers would, with a site that has one feed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { until } from '../until.ts';

const program = fileURLToPath(new URL('../../../docs/examples/podcasts/podcasts.mjs', import.meta.url));

const item = (n: number) => `<item><title><![CDATA[Night ${n}]]></title><guid>night-${n}</guid>
  <pubDate>Sun, 0${n} Nov 2026 10:00:00 GMT</pubDate><itunes:duration>1:0${n}:00</itunes:duration>
  <enclosure url="https://media.example.org/${n}.mp3" type="audio/mpeg" length="100"/></item>`;
const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
  <title>Nights</title>${[1, 2, 3, 4, 5].map(item).join('')}</channel></rss>`;

export interface Podcasts {
  /** Values for adding the instance: it runs on this machine, without TLS. */
  readonly place: { readonly address: string; readonly plaintext: true; readonly secret: string };
  /** Address of the feed, of five nights. */
  readonly feed: string;
  /** Answers in place of the feed. */
  instead: RequestListener | undefined;
  stop(): void;
}

export async function startPodcasts(): Promise<Podcasts> {
  const site = createServer((request, response) =>
    (podcasts.instead ?? ((_, answer) => answer.end(rss)))(request, response),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const secret = 'open-sesame';
  const child: ChildProcess = spawn(process.execPath, [program, '127.0.0.1:0', '127.0.0.1'], {
    env: { SECRET: secret },
  });
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (bytes) => (said += bytes));
  const port = await until('the example serves', () => /on port (\d+)/.exec(said)?.[1]);
  const podcasts: Podcasts = {
    place: { address: `127.0.0.1:${port}`, plaintext: true, secret },
    feed: `http://127.0.0.1:${(site.address() as AddressInfo).port}/feed.xml`,
    instead: undefined,
    stop() {
      child.kill();
      site.closeAllConnections();
      site.close();
    },
  };
  return podcasts;
}
