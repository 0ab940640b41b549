/** A server with a room, an item for a live stream in it, and publishers that send to it. */
import type { JsonObject } from '@bufbuild/protobuf';
import type { ContractAnswer } from '@matinee/testkit/contract-call.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { toChunks } from '../../../drivers/rtmp/chunk-writer.ts';
import { messageType } from '../../../drivers/rtmp/message.ts';
import {
  clientHandshake,
  command,
  connectCommand,
  dial,
  media,
  publishCommand,
} from '../../../drivers/rtmp/rtmp-client.fixture.ts';

/** The decoder configurations of H.264 and AAC. Tests never decode the pictures. */
export const configs = {
  video: Buffer.from('17000000000164001fffe100046764000101000268ee', 'hex'),
  audio: Buffer.from('af001210', 'hex'),
};
/** Sound that MPEG-TS does not carry. */
export const opus = {
  config: Buffer.concat([Buffer.from('\x90OpusOpusHead', 'latin1'), Buffer.from('0102380180bb0000000000', 'hex')]),
  packet: Buffer.from('\x91Opus\xfc\xff\xfe', 'latin1'),
};
export const keyFrame = Buffer.from('17010000000000000265ff', 'hex');

export interface PublishKey {
  readonly publish_key: string;
  readonly server_url: string;
}

/** A publisher with a key. `begin` sends the beginning of a stream, `end` its end. */
export function publish({ publish_key: key, server_url: url }: PublishKey, app = new URL(url).pathname.slice(1)) {
  const publisher = dial(Number(new URL(url).port));
  const { socket, heard } = publisher;
  socket.write(clientHandshake);
  for (const word of [connectCommand(app), command('createStream', 4, null), publishCommand(key)])
    socket.write(toChunks(word, 128));
  const send = (type: number, timestamp: number, payload: Buffer) =>
    socket.write(toChunks(media(type, timestamp, payload), 128));
  return {
    ...publisher,
    send: (kind: 'audio' | 'video', payload: Buffer, ms = 0) => send(messageType[kind], ms, payload),
    /** Ends the stream as encoders do. */
    end: () => socket.write(toChunks(command('deleteStream', 5, null, 1), 128)),
    begin(ms = 0) {
      send(messageType.video, ms, configs.video);
      send(messageType.audio, ms, configs.audio);
      send(messageType.video, ms, keyFrame);
    },
    /** The server's last message, after it has accepted or refused the stream. */
    answer: () => until('the server answers', () => heard.words.find((word) => word.startsWith('NetStream.Publish'))),
  };
}

/** A room with an item for a live stream. */
export interface Studio {
  readonly server: TestServer;
  readonly owner: TestUser;
  readonly member: TestUser;
  readonly room: string;
  readonly mediaId: string;
  /** The answer that a user gets in the room. */
  ask(user: TestUser, call: string, request?: JsonObject): Promise<ContractAnswer>;
  key(more?: JsonObject): Promise<PublishKey>;
  /** Streams on the air, as the member sees them. */
  streams(): Promise<{ media_id: string; generation_id: string; publisher_name: string }[]>;
  /** Sends with a new key, until it is on the air. */
  goOnAir(): Promise<Sender>;
  /** Signed addresses for the member, or another user. */
  urls(user?: TestUser): Promise<{ flv: string; hls: string }>;
}

export type Sender = ReturnType<typeof publish>;

export const startRtmpServer = (options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> =>
  startTestServer({ ...options, config: { 'rtmp.address': '127.0.0.1:0', ...options.config } });

export async function makeStudio(server: TestServer): Promise<Studio> {
  const [owner, member] = (await Promise.all([server.signUp('owner'), server.signUp('member')])) as [
    TestUser,
    TestUser,
  ];
  const room = await makeRoom(server, owner);
  await joinRoom(server, room, member);
  const ask: Studio['ask'] = (user, call, request = {}) => server.rest({ call, token: user.token, room, request });
  const ok = async (...asked: Parameters<Studio['ask']>) => {
    const { status, json, message } = await ask(...asked);
    if (status !== 200) throw new Error(`${asked[1]}: ${message}`);
    return json;
  };
  const { media } = await ok(owner, 'RoomService.AddMedia', { source: { rtmp: {} } });
  const key: Studio['key'] = (more = {}) =>
    ok(owner, 'RoomService.CreateRoomPublishKey', { media_id: media.id, ...more });
  return {
    ...{ server, owner, member, room, ask, key },
    mediaId: media.id,
    streams: async () => (await ok(member, 'RoomService.ListRoomStreams')).streams,
    async goOnAir() {
      const sender = publish(await key());
      if ((await sender.answer()) !== 'NetStream.Publish.Start') throw new Error('it was refused');
      sender.begin();
      return sender;
    },
    async urls(user = member) {
      await ok(owner, 'RoomService.StartPlayback', { media_id: media.id });
      const { playback } = await ok(user, 'RoomService.GetPlayback');
      const [flv, hls] = playback.playback_infos.proxied.medias.map(({ url }: { url: string }) => server.url + url);
      return { flv, hls };
    },
  };
}
