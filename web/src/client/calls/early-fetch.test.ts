import { afterEach, expect, test, vi } from 'vitest';
import { askEarly, earlyFetch } from './early-fetch.ts';

afterEach(() => vi.unstubAllGlobals());

/** A server that numbers its answers. */
function startNumbering(status = 200): void {
  let count = 0;
  vi.stubGlobal('fetch', async () => new Response(String(++count), { status }));
}

const take = async (authorization?: string) => {
  const headers = { accept: 'application/json', ...(authorization && { authorization }) };
  return (await earlyFetch('/api/public/settings', { method: 'GET', headers })).text();
};

test('[CA7] the early answer is taken once, then the server is asked', async () => {
  startNumbering();
  expect(await askEarly('PublicService.GetPublicSettings', {}, undefined)).toBe(true);
  expect([await take(), await take()]).toEqual(['1', '2']);
});

test('[CA7] nobody else gets what was asked in the name of one person', async () => {
  startNumbering();
  await askEarly('PublicService.GetPublicSettings', {}, 'anna');
  expect([await take(), await take('Bearer ben'), await take('Bearer anna')]).toEqual(['2', '3', '1']);
});

test('[CA7] a refusal and a lost network are told, and met again by whoever asks', async () => {
  startNumbering(404);
  expect(await askEarly('PublicService.GetPublicSettings', {}, undefined)).toBe(false);
  expect(await take()).toBe('1');
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
  expect(await askEarly('PublicService.GetPublicSettings', {}, undefined)).toBe(false);
  await expect(take()).rejects.toThrow('no network');
});

test('[CA7] what was refused on a guess is asked for again', async () => {
  const sent: unknown[] = [];
  let status = 403;
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    sent.push([method, body]);
    return new Response(String(sent.length), { status });
  });
  const askForTicket = () => askEarly('RoomService.CreateWebSocketTicket', { room_id: 'a' }, 'anna', { isGuess: true });
  const takeTicket = async (room: string) => {
    const init = { method: 'POST', headers: { authorization: 'Bearer anna' }, body: JSON.stringify({ room_id: room }) };
    return (await earlyFetch('/api/tickets', init)).text();
  };
  expect(await askForTicket()).toBe(false);
  status = 200;
  expect(await takeTicket('a')).toBe('2');
  expect(await askForTicket()).toBe(true);
  expect([await takeTicket('b'), await takeTicket('a'), await takeTicket('a')]).toEqual(['4', '3', '5']);
  expect(sent.slice(0, 1)).toEqual([['POST', '{"room_id":"a"}']]);
});

test('[LP5] an answer that the page brings is taken once, by somebody who is not signed in', async () => {
  vi.resetModules();
  const { askEarly: ask, earlyFetch: get } = await import('./early-fetch.ts');
  const read = async (authorization?: string) =>
    (await get('/api/public/settings', { method: 'GET', headers: authorization ? { authorization } : {} })).text();
  startNumbering();
  const content = JSON.stringify({ '/api/public/settings': { server_name: 'Home' } });
  vi.stubGlobal('document', { querySelector: () => ({ content }) });

  expect(await ask('PublicService.GetPublicSettings', {}, 'anna')).toBe(true);
  expect(await read('Bearer anna')).toBe('1');
  expect(await ask('PublicService.GetPublicSettings', {}, undefined)).toBe(true);
  expect(await read()).toBe('{"server_name":"Home"}');
  await ask('PublicService.GetPublicSettings', {}, undefined);
  expect(await read()).toBe('2');
});

test('[LP5] what a page from the history of the browser brings is old', async () => {
  vi.resetModules();
  const { askEarly: ask, earlyFetch: get } = await import('./early-fetch.ts');
  startNumbering();
  const content = JSON.stringify({ '/api/public/settings': { server_name: 'Home' } });
  vi.stubGlobal('document', { querySelector: () => ({ content }) });
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'back_forward' }] as never);

  await ask('PublicService.GetPublicSettings', {}, undefined);
  expect(await (await get('/api/public/settings', { method: 'GET' })).text()).toBe('1');
  vi.restoreAllMocks();
});
