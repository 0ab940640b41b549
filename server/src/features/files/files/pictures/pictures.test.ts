import { completion, createSession, sendPart, uploadFile } from '@matinee/testkit/files/upload.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { startVersitygw, type Versitygw } from '@matinee/testkit/outside/versitygw.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePhotograph } from './photograph.fixture.ts';

const secret = 'Anna Musterfrau';
let made = 0;
/** A photograph that differs in each test, rotated by 90 degrees, with GPS coordinates. */
const photograph = (width = 400, height = 350) =>
  makePhotograph(width, height)
    .withExif({ IFD0: { Copyright: secret }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
const drawing = (width = 700, height = 500) =>
  sharp({ create: { width, height, channels: 3, background: { r: ++made, g: width % 256, b: 90 } } })
    .png()
    .toBuffer();
const jpeg = { name: 'a.jpg', type: 'image/jpeg' } as const;
const png = { name: 'a.png', type: 'image/png' } as const;

const backends = hasProgram('versitygw') ? (['database', 'object_storage'] as const) : (['database'] as const);

describe.each(backends)('pictures in the %s', (backend) => {
  let store: Versitygw | undefined;
  let server: TestServer;
  let anna: TestUser;
  let berta: TestUser;
  let room: string;
  beforeAll(async () => {
    store = backend === 'object_storage' ? await startVersitygw() : undefined;
    server = await startTestServer({ config: store ? configOf(store) : {} });
    [anna, berta] = await Promise.all([server.signUp('anna'), server.signUp('berta')]);
    room = await makeRoom(server, anna);
    await joinRoom(server, room, berta);
  });
  afterAll(async () => {
    await server?.stop();
    await store?.stop();
  });

  const configOf = ({ endpoint, bucket, accessKeyId, secretAccessKey }: Versitygw) => ({
    'object_storage.endpoint': endpoint,
    'object_storage.bucket': bucket,
    'object_storage.access_key_id': accessKeyId,
    'object_storage.secret_access_key': secretAccessKey,
    'files.chat_attachments': 'object_storage' as const,
    'files.user_avatars': 'object_storage' as const,
  });
  const fileOf = (bytes: Buffer, more: object = jpeg, by = anna) => ({
    url: server.url,
    token: by.token,
    room,
    bytes,
    ...more,
  });
  const upload = async (bytes: Buffer, more: object = jpeg, by = anna) =>
    (await uploadFile(fileOf(bytes, more, by))).attachment_reference;
  async function sent(bytes: Buffer, more: object = jpeg) {
    const request = { client_message_id: `m${++made}`, content: '', attachments: [await upload(bytes, more)] };
    const { message } = await server.ok({ call: 'RoomService.SendChatMessage', token: anna.token, room, request });
    return message.attachments[0];
  }
  const read = async (url: string) => {
    const answer = await fetch(server.url + url);
    return { answer, type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const count = async (query: string, ...values: unknown[]) =>
    Number(((await server.sql(`select count(*)::int as n from ${query}`, values))[0] as { n: number }).n);
  const contentOf = async (id: string) =>
    (await server.sql('select content_id from files where id = $1', [id]))[0] as { content_id: string };
  const variantsOf = async (id: string) =>
    count('file_variants where content_id = $1', (await contentOf(id)).content_id);

  test('[FI50] [FI51] a photograph is stored and served without where it was taken, turned as it was', async () => {
    const before = await photograph();
    const picture = await sent(before);
    expect(before.includes(secret)).toBe(true);
    const { bytes } = await read(picture.url);
    expect(bytes.includes(secret)).toBe(false);
    expect((await sharp(bytes).metadata()).orientation).toBe(6);
    expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(before).raw().toBuffer());
    expect(picture).toMatchObject({
      kind: 'image',
      width: 350,
      height: 400,
      size_bytes: bytes.length,
      animated: false,
    });
    const { content_id: id } = await contentOf(picture.id);
    expect(await count('file_contents where id = $1 and size_bytes = $2', id, bytes.length)).toBe(1);
    // The uploaded bytes are scheduled for removal; the stripped ones are not.
    const due = await server.sql("select location from file_removals where due_at <= now() + interval '1 minute'");
    expect(due.length).toBeGreaterThan(0);
    expect(await count('file_removals where location = $1', id)).toBe(0);
    // The uploaded bytes are gone and cannot be proved, so the photograph is sent again, and stored once.
    expect((await createSession(fileOf(before, jpeg, berta))).json).toMatchObject({ upload_required: true });
    expect((await contentOf((await sent(before)).id)).content_id).toBe(id);
    // The stripped bytes exist and can be proved.
    expect((await createSession(fileOf(bytes, jpeg, berta))).json).toMatchObject({ ownership_proof_required: true });
  });

  test('[FI51] a picture without metadata stays as it was sent', async () => {
    const before = await drawing();
    const picture = await sent(before, png);
    expect((await read(picture.url)).bytes.equals(before)).toBe(true);
    expect((await createSession(fileOf(before, png, berta))).json).toMatchObject({ upload_required: false });
  });

  test('[FI53] smaller ones are named at once, answered by the picture, and made afterwards', async () => {
    const bytes = await photograph(300, 1_000);
    const picture = await sent(bytes);
    expect(picture.thumbhash.length).toBeGreaterThan(20);
    const shapes = picture.variants.map((one: Record<string, unknown>) => [
      one['mime_type'],
      one['width'],
      one['height'],
    ]);
    expect(shapes).toEqual([
      ['image/avif', 1_000, 300],
      ['image/webp', 1_000, 300],
      ['image/avif', 960, 288],
      ['image/webp', 960, 288],
      ['image/avif', 320, 96],
      ['image/webp', 320, 96],
    ]);
    expect((await read(picture.variants[0].url)).answer.status).toBe(200);
    await until('all are made', async () => (await variantsOf(picture.id)) === 6);
    for (const variant of picture.variants) {
      const { answer, type, bytes: small } = await read(variant.url);
      const found = await sharp(small).metadata();
      expect([type, found.width, found.height, found.exif]).toEqual([
        variant.mime_type,
        variant.width,
        variant.height,
        undefined,
      ]);
      expect(answer.headers.get('cache-control')).toContain('private');
    }
    expect((await read(`${picture.url}&variant=77.webp`)).type).toBe('image/jpeg');
    expect((await read(`${picture.url}&variant=../x`)).type).toBe('image/jpeg');
    const known = { headers: { 'if-none-match': (await read(picture.variants[5].url)).answer.headers.get('etag')! } };
    expect((await fetch(server.url + picture.variants[5].url, known)).status).toBe(304);
    expect(await count('file_variant_jobs where content_id = $1', (await contentOf(picture.id)).content_id)).toBe(0);
  });

  test('[FI54] what was begun and not ended is done by the next, and what goes takes its smaller ones along', async () => {
    const picture = await sent(await drawing(400, 300), png);
    const { content_id: id } = await contentOf(picture.id);
    await until('all are made', async () => (await variantsOf(picture.id)) === 4);
    // The state left by a server that was killed between two variants.
    await server.sql(`delete from file_variants where content_id = $1 and name like '320%'`, [id]);
    await server.sql(`insert into file_variant_jobs values ($1, '{320.avif,320.webp,400.webp}', now(), 1)`, [id]);
    await sent(await drawing(330, 200), png);
    await until('all are made again', async () => (await variantsOf(picture.id)) === 4);
    await until('the job is over', async () => (await count('file_variant_jobs where content_id = $1', id)) === 0);
    const rows = await server.sql('select location from file_variants where content_id = $1', [id]);
    const places = [id, ...rows.map((row) => (row as { location: string }).location)];
    await server.sql('delete from files where content_id = $1', [id]);
    await server.sql('delete from file_contents where id = $1', [id]);
    expect(await count('file_removals where location = any($1)', places)).toBe(5);
  });

  test('[FI54] a server that is stopped while it makes them leaves them to the next', async () => {
    const config = store ? configOf(store) : {};
    const first = await startTestServer({ config });
    const { token, ...carla } = await first.signUp('carla');
    const own = { url: first.url, token, room: await makeRoom(first, { token, ...carla }), ...jpeg };
    const { attachment_reference } = await uploadFile({ ...own, bytes: await photograph(1_000, 1_000) });
    await until(
      'they are begun',
      async () => (await first.sql('select 1 from file_variant_jobs where attempts = 1')).length === 1,
    );
    await first.stop();
    // Simulates that the stopped server's lease of five minutes has expired.
    await first.sql('update file_variant_jobs set due_at = now()');
    const next = await startTestServer({ config, database: first.database });
    const made = 'select 1 from file_variants join files using (content_id) where files.id = $1';
    await until('all are made', async () => (await next.sql(made, [attachment_reference.id])).length === 6, 60_000);
    await next.stop();
  });

  test('[FI52] a picture that breaks off is refused, and what was sent is gone', async () => {
    const whole = await photograph();
    const broken = whole.subarray(0, whole.length / 2);
    const { json: session } = await createSession(fileOf(broken));
    const etags = [(await sendPart(server.url, session, session.plan.parts[0], broken)).headers.get('etag')!];
    const call = 'RoomService.CompleteChatAttachmentUploadSession';
    const complete = () => server.rest({ call, request: completion(session, broken, etags) });
    expect((await complete()).reason).toBe('files.bad_picture');
    expect((await complete()).reason).toBe('files.upload_not_found');
  });

  test('[FI50] completions that come at once strip once', async () => {
    const bytes = await photograph();
    const { json: session } = await createSession(fileOf(bytes));
    const etags = [(await sendPart(server.url, session, session.plan.parts[0], bytes)).headers.get('etag')!];
    const call = 'RoomService.CompleteChatAttachmentUploadSession';
    const [before, freed] = [await count('file_contents'), await count('file_removals')];
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => server.rest({ call, request: completion(session, bytes, etags) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await count('file_contents')).toBe(before + 1);
    // Only the uploaded bytes, and no surplus copies.
    expect(await count('file_removals')).toBe(freed + 1);
  });

  test('[FI55] [FI56] [US5] [ME14] a face is shown to the room, read by anybody with its address, and freed by the next', async () => {
    const avatar = {
      create: 'UserService.CreateUserAvatarUploadSession',
      complete: 'UserService.CompleteUserAvatarUploadSession',
      room: undefined,
    };
    const uploaded = async (bytes: Buffer, by = anna) =>
      (await uploadFile(fileOf(bytes, { ...jpeg, ...avatar }, by))).avatar_reference;
    const socket = await server.socket(room, berta.token);
    await socket.observe({ case: 'roomMembers', value: {} });
    const show = (reference: object, by = anna) =>
      server.rest({
        call: 'UserService.UpdateUserAvatar',
        token: by.token,
        request: { avatar_reference: reference as never },
      });
    const first = await uploaded(await photograph());
    expect((await show(first, berta)).reason).toBe('files.picture_not_found');
    expect((await show({ id: (await upload(await photograph())).id })).reason).toBe('files.picture_not_found');
    const shown = (await show(first)).json.user.avatar;
    expect(shown).toMatchObject({ width: 350, height: 400, variants: [{ width: 320 }, { width: 96 }] });
    const told = await socket.change('roomMembers', ({ members: [one] }) => one?.avatar !== undefined);
    expect(told.members[0]!.avatar!.url).toBe(shown.url);
    const { answer, bytes } = await read(shown.url);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(bytes.includes(secret)).toBe(false);
    for (const url of [shown.url.split('?')[0], `${shown.url}x`, `${shown.url.split('?')[0]}?token=`])
      expect((await read(url)).answer.status).toBe(403);
    await until('all are made', async () => (await variantsOf(first.id)) === 2);
    expect((await read(shown.variants[1].url)).type).toBe('image/webp');
    const listed = await server.ok({ call: 'RoomService.GetRoomMembers', token: berta.token, room });
    expect(listed.members[0].avatar.url).toBe(shown.url);
    const message = await server.ok({
      call: 'RoomService.SendChatMessage',
      token: anna.token,
      room,
      request: { client_message_id: `m${++made}`, content: 'here I am' },
    });
    expect(message.message.avatar.url).toBe(shown.url);
    const second = await uploaded(await photograph());
    expect((await show(second)).status).toBe(200);
    expect((await read(shown.url)).answer.status).toBe(404);
    expect((await show(first)).reason).toBe('files.picture_not_found');
    const cleared = await server.ok({ call: 'UserService.ClearUserAvatar', token: anna.token });
    expect(cleared.user.avatar).toBeUndefined();
    expect(await count('files where id = $1', second.id)).toBe(0);
    await socket.close();
  });

  test('[RO20] the cover of a public room is on its card, for everybody', async () => {
    const cover = {
      ...png,
      create: 'RoomService.CreateRoomCoverUploadSession',
      complete: 'RoomService.CompleteRoomCoverUploadSession',
    };
    const { cover_reference } = await uploadFile(fileOf(await drawing(1_000, 600), cover));
    const socket = await server.socket(room, berta.token);
    await socket.observe({ case: 'roomSettings', value: {} });
    await server.ok({ call: 'RoomService.UpdateRoomCover', token: anna.token, room, request: { cover_reference } });
    const told = await socket.change('roomSettings', ({ room: one }) => one?.cover !== undefined);
    const card = await server.ok({ call: 'UserService.GetRoomDiscovery', request: { room_id: room } });
    expect(card.room.room.cover.url).toBe(told.room!.cover!.url);
    expect((await read(card.room.room.cover.url)).type).toBe('image/png');
    const mine = await server.ok({ call: 'UserService.ListMyRooms', token: berta.token });
    expect(mine.rooms[0].room.cover.variants.length).toBe(6);
    await server.ok({ call: 'RoomService.ClearRoomCover', token: anna.token, room });
    await socket.change('roomSettings', ({ room: one }) => one?.cover === undefined);
    expect((await read(card.room.room.cover.url)).answer.status).toBe(404);
    await socket.close();
  });
});
