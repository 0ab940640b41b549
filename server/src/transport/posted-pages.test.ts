import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, startTransport } from './transport.fixture.ts';

let running: Running;
beforeAll(async () => {
  running = await startTransport({}, { postedPages: [{ path: '/signed-in', fields: ['code', 'state'] }] });
});
afterAll(() => running?.stop());

const post = (body: string, path = '/signed-in', type = 'application/x-www-form-urlencoded') =>
  fetch(`${running.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': type, origin: 'https://id.example.org' },
    body,
  });
const fieldsOf = (answer: Response) => {
  const [page, fragment] = answer.headers.get('location')!.split('#') as [string, string];
  return { page, ...Object.fromEntries(new URLSearchParams(fragment)) };
};

test('[TR66] a form of another site goes on to the page, its known fields in the fragment', async () => {
  const answer = await post('code=a%26b%3D%23c+d&state=s&evil=%0d%0aset-cookie%3a+x&state=second');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store']);
  expect(fieldsOf(answer)).toEqual({ page: '/signed-in', code: 'a&b=#c d', state: 's' });
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(running.calls).toEqual([]);
});

test.each(['', 'other=1', '%', 'code', '=&=&='])(
  '[TR66] the form %j leads to the page too, which says what is wrong',
  async (body) => {
    const answer = await post(body);
    expect([answer.status, fieldsOf(answer).page]).toEqual([303, '/signed-in']);
  },
);

test('[TR66] what is no form, too large, or sent elsewhere is refused', async () => {
  const json = await post('{"code":"a"}', '/signed-in', 'application/json');
  expect(json.status).toBe(415);
  expect(await json.json()).toMatchObject({ error: 'The body must be application/x-www-form-urlencoded.' });
  expect((await post('--a', '/signed-in', 'multipart/form-data; boundary=a')).status).toBe(415);
  expect((await post(`code=${'x'.repeat(40_000)}`)).status).toBe(413);
  expect((await post('code=a', '/signed-in/more')).status).toBe(404);
  expect((await post('username=a', '/api/auth/passkeys/login/start')).status).toBe(415);
});
