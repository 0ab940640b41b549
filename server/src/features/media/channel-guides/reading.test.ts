import type { ServerResponse } from 'node:http';
import { createGzip, type Gzip, gzipSync } from 'node:zlib';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeOutgoingGuard } from '../../../drivers/outgoing/guard.ts';
import { makeUpstreamClient, type UpstreamClient } from '../../../drivers/upstream/upstream.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { type GuideBounds, type GuideFailed, guideBounds, readGuide } from './reading.ts';

const nowMs = Date.UTC(2026, 10, 30, 20, 0);
let origin: Origin;
let upstream: UpstreamClient;
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  origin = await startOrigin((_, response) => answer(response));
  upstream = makeUpstreamClient({ guard: makeOutgoingGuard(['127.0.0.0/8']), clock: systemClock });
});
afterAll(async () => {
  await upstream?.close();
  origin?.stop();
});
const stopping = new AbortController();
afterEach(() => expect(stopping.signal.aborted).toBe(false));

const channel = '<channel id="one.tv"><display-name lang="en">One &amp; Only</display-name></channel>';
const programme = (title = 'News') =>
  `<programme start="20261130200000 +0000" stop="20261130210000 +0000" channel="one.tv"><title>${title}</title></programme>`;
const guide = (inside: string, head = '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE tv SYSTEM "xmltv.dtd">') =>
  `${head}<tv generator-info-name="x">${inside}</tv>`;

async function read(body: string | Buffer | ((response: ServerResponse) => void), bounds?: Partial<GuideBounds>) {
  answer = typeof body === 'function' ? body : (response) => response.end(body);
  const asked = { upstream, url: `${origin.url}/guide.xml`, nowMs, stopping: stopping.signal };
  return readGuide({ ...asked, bounds: { ...guideBounds, ...bounds } }).catch((cause: GuideFailed) => cause.fault);
}
const titles = (channels: Awaited<ReturnType<typeof read>>) =>
  typeof channels === 'string'
    ? channels
    : channels.map(({ id, programmes }) => [id, ...programmes.map((p) => p.title)]);

test('[CG3] a guide is read plain and compressed, with names and titles as it writes them', async () => {
  const whole = guide(`${channel}${programme('<![CDATA[Tom & Jerry]]>')}`);
  const expected = [
    {
      ...{ id: 'one.tv', names: ['one & only'] },
      programmes: [{ title: 'Tom & Jerry', subtitle: '', startMs: nowMs, endMs: nowMs + 3_600_000 }],
    },
  ];
  expect(await read(whole)).toEqual(expected);
  expect(await read(gzipSync(whole))).toEqual(expected);
});

test('[CG3] a guide is read in the encoding that it names', async () => {
  const head = '<?xml version="1.0" encoding="ISO-8859-1"?>';
  expect(titles(await read(Buffer.from(guide(`${channel}${programme('Öl')}`, head), 'latin1')))).toEqual([
    ['one.tv', 'Öl'],
  ]);
  const unknown = '<?xml version="1.0" encoding="x-no-such"?>';
  expect(titles(await read(guide(`${channel}${programme('Öl')}`, unknown)))).toEqual([['one.tv', 'Öl']]);
});

test('[CG3] mistakes inside of a guide are passed over', async () => {
  const wrong = `${channel}${programme('Tom & Jerry')}<programme><title></programme></b>`;
  const later = programme('Later').replaceAll('2026113021', '2026113022').replace('20261130200000', '20261130210000');
  expect(titles(await read(guide(`${wrong}${later}`)))).toEqual([['one.tv', 'Tom & Jerry', 'Later']]);
});

test.each([
  ['a page', '<!doctype html><html><body>404</body></html>'],
  ['another document', '<?xml version="1.0"?><rss><channel/></rss>'],
  ['a text', 'nothing here'],
  ['nothing', ''],
  ['bytes', Buffer.from([0x1f, 0x8b, 1, 2, 3])],
  ['mistakes alone', guide('&a;'.repeat(20_000))],
  ['depths', guide('<a>'.repeat(100))],
  ['a name without an end', guide(`<a ${'b'.repeat(3_000_000)}`)],
  ['a title without an end', guide(`<programme><title>${'b'.repeat(3_000_000)}`)],
])('[CG3] %s is no guide', async (_, body) => {
  expect(await read(body)).toBe('not_a_guide');
});

test('[CG3] entities that a document declares are never expanded', async () => {
  const lines = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`);
  const laughs = `<?xml version="1.0"?><!DOCTYPE tv [<!ENTITY l0 "lol">${lines.join('')}]>`;
  expect(await read(guide(`${channel}${programme('&l9;')}`, laughs))).toBe('not_a_guide');
  const outside = '<?xml version="1.0"?><!DOCTYPE tv [<!ENTITY file SYSTEM "file:///etc/passwd">]>';
  expect(await read(guide(programme('&file;'), outside))).toBe('not_a_guide');
  expect(titles(await read(guide(`${channel}${programme('&l9;')}`)))).toEqual([['one.tv', '&l9;']]);
});

test('[CG3] no answer, a refusal and a body that breaks off are told apart from what is no guide', async () => {
  expect(await read((response) => response.writeHead(404).end('no'))).toBe('unreachable');
  expect(await read((response) => void response.socket?.destroy())).toBe('unreachable');
  const breaking = (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': 100_000 });
    response.write(guide(programme()).slice(0, 60), () => response.socket?.destroy());
  };
  expect(await read(breaking)).toBe('unreachable');
  const asked = { upstream, url: 'http://192.168.250.1/guide.xml', nowMs, stopping: stopping.signal };
  await expect(readGuide(asked)).rejects.toMatchObject({ fault: 'unreachable' });
});

/** Sends `start`, and then `piece` until the reader goes. Tells how many bytes were taken. */
function endless(start: string, piece: Buffer, through?: () => Gzip) {
  const sent = { bytes: 0, isOver: false };
  const send = (response: ServerResponse) => {
    const out = through?.() ?? response;
    if (out !== response) out.pipe(response);
    response.on('close', () => {
      sent.isOver = true;
    });
    const next = () => {
      while (!sent.isOver) {
        sent.bytes += piece.length;
        if (!out.write(piece)) return out.once('drain', next);
      }
      return out.destroy();
    };
    out.write(start);
    next();
  };
  return { sent, send };
}

test('[CG4] of a guide without an end, what was read until a bound counts', async () => {
  const start = guide(`${channel}${programme()}`).replace('</tv>', '');
  const { sent, send } = endless(start, Buffer.from(programme('Again').repeat(500)));
  expect(titles(await read(send, { maxBytes: 2_000_000 }))).toEqual([['one.tv', 'News']]);
  await expect.poll(() => sent.isOver).toBe(true);
  const second = endless(start, Buffer.from(programme('Again').repeat(500)));
  expect(titles(await read(second.send, { maxSentBytes: 2_000_000 }))).toEqual([['one.tv', 'News']]);
  await expect.poll(() => second.sent.isOver).toBe(true);
});

test('[CG4] a bomb of gzip is read to the bound after decompression', async () => {
  const start = guide(`${channel}${programme()}`).replace('</tv>', '');
  const { sent, send } = endless(start, Buffer.alloc(1_048_576, ' '), () => createGzip());
  expect(titles(await read(send, { maxBytes: 900_000 }))).toEqual([['one.tv', 'News']]);
  await expect.poll(() => sent.isOver).toBe(true);
});

test('[CG4] a compressed guide that is cut at the bound of its server counts as far as it was read', async () => {
  const titlesOf = Array.from({ length: 20_000 }, () => programme(crypto.randomUUID())).join('');
  const sent = gzipSync(guide(`${channel}${programme()}${titlesOf}`));
  expect(titles(await read(sent, { maxSentBytes: sent.length / 2 }))).toEqual([['one.tv', 'News']]);
});

test('[CG4] a server that stops in the middle is left after the longest time', async () => {
  const start = guide(`${channel}${programme()}`).replace('</tv>', '');
  expect(titles(await read((response) => void response.write(start), { longestMs: 300 }))).toEqual([
    ['one.tv', 'News'],
  ]);
  expect(await read((response) => void response.writeHead(200).write('<?xml'), { longestMs: 300 })).toBe('unreachable');
});
