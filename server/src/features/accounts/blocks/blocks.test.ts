import { startTestServer } from '@matinee/testkit/server.ts';
import { expect, test } from 'vitest';

test('[BL3] one account blocks 1 000 others at most', async () => {
  const server = await startTestServer();
  try {
    const [anna, berta] = [await server.signUp('anna'), await server.signUp('berta')];
    await server.sql(
      `with others as (
         insert into users (id, username, username_key, role, created_at)
         select 'usr_' || n, 'other_' || n, 'other_' || n, 1, now() from generate_series(1, 1000) n returning id
       ) insert into user_blocks select $1, id, now() from others`,
      [anna.id],
    );
    const block = { call: 'UserService.BlockUser', token: anna.token, request: { user_id: berta.id } };
    expect(await server.rest(block)).toMatchObject({ status: 409, reason: 'blocks.too_many' });
    await server.ok({ call: 'UserService.UnblockUser', token: anna.token, request: { user_id: 'usr_1' } });
    await server.ok(block);
  } finally {
    await server.stop();
  }
});
