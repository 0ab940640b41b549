/** The upload protocol with an object store behind it, as browsers and operators use it. */
import { randomBytes } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { Metadata } from '@grpc/grpc-js';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import { completion, createSession, sendPart, uploadFile } from '@matinee/testkit/files/upload.ts';
import { GrpcClient } from '@matinee/testkit/grpc-client.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { startVersitygw, type Versitygw } from '@matinee/testkit/outside/versitygw.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(!hasProgram('versitygw'))('versitygw', () => {
  let store: Versitygw;
  let before: TestServer;
  let server: TestServer;
  let anna: TestUser;
  let room: string;
  beforeAll(async () => {
    store = await startVersitygw();
    const config = {
      'object_storage.endpoint': store.endpoint,
      'object_storage.bucket': store.bucket,
      'object_storage.access_key_id': store.accessKeyId,
      'object_storage.secret_access_key': store.secretAccessKey,
    };
    // This server has the store configured too, because it reads files that are moved there meanwhile.
    before = await startTestServer({ config });
    server = await startTestServer({
      database: before.database,
      config: { ...config, 'files.chat_attachments': 'object_storage' },
    });
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
  });
  afterAll(async () => {
    await server?.stop();
    await before?.stop();
    await store?.stop();
  });

  let made = 0;
  const zip = (length: number) => {
    const bytes = randomBytes(length);
    bytes.write('PK\u0003\u0004');
    return bytes;
  };
  const fileOf = (bytes: Buffer) =>
    ({ url: server.url, token: anna.token, room, bytes, name: 'a.zip', type: 'application/zip' }) as const;
  const send = async (attachment: object, by = server) => {
    const request = { client_message_id: `m${++made}`, content: '', attachments: [attachment as never] };
    const { message } = await by.ok({ call: 'RoomService.SendChatMessage', token: anna.token, room, request });
    return message.attachments[0];
  };
  const read = async (attachment: { url: string }) => {
    const answer = await fetch(server.url + attachment.url);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };

  test('[FI30] [FI31] a file goes to the store part by part, goes on after a break, and is read through the server', async () => {
    const bytes = zip(9 * 1_048_576);
    const file = fileOf(bytes);
    const begun = (await createSession(file)).json;
    expect([begun.upload_url, begun.part_urls.length]).toEqual([undefined, 2]);
    expect(Object.keys(begun.part_urls[0].headers)).toEqual(['x-amz-checksum-sha256']);
    const first = await sendPart(server.url, begun, begun.plan.parts[0], bytes);
    const resumed = (await createSession(file)).json;
    expect(resumed.uploaded_parts.length).toBe(1);
    expect(resumed.part_urls.map((one: { part_number: number }) => one.part_number)).toEqual([2]);
    const second = await sendPart(server.url, resumed, resumed.plan.parts[1], bytes);
    const request = completion(
      resumed,
      bytes,
      [first, second].map(({ headers }) => headers.get('etag') ?? ''),
    );
    const call = 'RoomService.CompleteChatAttachmentUploadSession';
    const { attachment_reference } = await server.ok({ call, request: request as never });
    expect(await server.ok({ call, request: request as never })).toMatchObject({ attachment_reference });
    expect((await read(await send(attachment_reference))).equals(bytes)).toBe(true);
  });

  test('[FI31] bytes of another upload are refused by the store, and a file without its parts is not completed', async () => {
    const bytes = zip(1_000);
    const session = (await createSession(fileOf(bytes))).json;
    const answer = await sendPart(server.url, session, session.plan.parts[0], zip(1_000)).catch(() => undefined);
    expect(answer?.ok ?? false).toBe(false);
    const request = completion(session, bytes, ['"any"']);
    const refused = await server.rest({
      call: 'RoomService.CompleteChatAttachmentUploadSession',
      request: request as never,
    });
    expect(refused.reason).toBe('files.part_missing');
  });

  test('[FI40] an operator moves what is there, and it is read as before', async () => {
    const bytes = zip(3_000);
    const { attachment_reference } = await uploadFile({ ...fileOf(bytes), url: before.url });
    const attachment = await send(attachment_reference, before);
    const operator = new GrpcClient(`unix:${server.dataDir}/management/socket`);
    const { moveFiles } = ManagementService.method;
    const moved = await operator.send(moveFiles, create(moveFiles.input), new Metadata());
    operator.close();
    expect(moved.json).toMatchObject({ contents: 1, bytes: 3_000, left: 0 });
    const [row] = await server.sql(
      `select backend from files join file_contents on file_contents.id = content_id where files.size_bytes = 3000`,
    );
    expect(row).toEqual({ backend: 'object_storage' });
    expect((await read(attachment)).equals(bytes)).toBe(true);
  });

  test('[FI16] [FI5] [FI42] files that are sent again, proved and read while they move are all whole', async () => {
    const files = Array.from({ length: 6 }, () => zip(40_000));
    const attachments = await Promise.all(
      files.map(async (bytes) => {
        const { attachment_reference } = await uploadFile({ ...fileOf(bytes), url: before.url });
        return send(attachment_reference, before);
      }),
    );
    const operators = [1, 2].map(() => new GrpcClient(`unix:${server.dataDir}/management/socket`));
    const { moveFiles } = ManagementService.method;
    const moving = operators.map((operator) => operator.send(moveFiles, create(moveFiles.input), new Metadata()));
    const both = [server, before];
    const sent = await Promise.all(
      Array.from({ length: 24 }, async (_, place) => {
        const one = place % files.length;
        const through = both[place % 2]!;
        const reuse = { kind: 'REUSE', id: attachments[one].reuse_token };
        // With the same name it would be the same upload, and a message accepts each upload once.
        const renamed = { ...fileOf(files[one]!), name: `${place}.zip`, url: through.url };
        const again = place % 3 === 0 ? reuse : (await uploadFile(renamed)).attachment_reference;
        const attachment = await send(again, through);
        expect((await read(attachments[one])).equals(files[one]!)).toBe(true);
        return { one, attachment };
      }),
    );
    await Promise.all(moving);
    for (const operator of operators) operator.close();
    for (const { one, attachment } of sent) expect((await read(attachment)).equals(files[one]!)).toBe(true);
    const lost = await server.sql(
      'select 1 from files left join file_contents c on c.id = content_id where c.id is null',
    );
    expect(lost).toEqual([]);
  });
});
