import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

test('[PRB1] the first event comes before the second one is sent', async () => {
  const response = await fetch(`${server.url}/api/probe/events`);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const pieces: string[] = [];
  for await (const piece of response.body!) pieces.push(Buffer.from(piece).toString());
  expect(pieces).toEqual(['data: 1\n\n', 'data: 2\n\n']);
});

test('[PRB2] ranges are answered as ranges', async () => {
  const response = await fetch(`${server.url}/api/probe/bytes`, { headers: { range: 'bytes=250-252' } });
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe('bytes 250-252/4096');
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([250, 0, 1]);
  expect((await (await fetch(`${server.url}/api/probe/bytes`)).arrayBuffer()).byteLength).toBe(4_096);
});
