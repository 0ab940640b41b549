/** An FLV source on loopback, controlled by a test, and a room with an item that pulls it. */
import type { RequestListener, ServerResponse } from 'node:http';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import type { TestServer, TestUser } from '@matinee/testkit/server.ts';
import { joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import { flvTag } from '../../../drivers/muxing/flv-film.fixture.ts';
import { flvHeader } from '../../../drivers/muxing/flv-tags.ts';
import { configs, keyFrame } from '../streams/streams.fixture.ts';

/** The beginning of a stream with video and audio, from a time on. */
export function flvBeginning(ms = 0): Buffer {
  return Buffer.concat([
    flvHeader({ hasAudio: true, hasVideo: true }),
    flvTag('video', ms, configs.video),
    flvTag('audio', ms, configs.audio),
    flvTag('video', ms, keyFrame),
  ]);
}

/** Responds to every request with a stream, until `instead` is set. */
export interface Source extends Origin {
  instead: RequestListener | undefined;
  readonly open: Set<ServerResponse>;
  /** Sends one second of video from `ms` on to all readers. */
  sendSecond(ms: number): void;
}

export async function startSource(): Promise<Source> {
  const open = new Set<ServerResponse>();
  const origin = await startOrigin((request, response) => {
    if (source.instead) return source.instead(request, response);
    open.add(response);
    response.once('close', () => open.delete(response));
    response.writeHead(200, { 'content-type': 'video/x-flv' }).write(flvBeginning());
  });
  const source: Source = {
    ...origin,
    instead: undefined,
    open,
    sendSecond(ms) {
      for (let at = 0; at < 1_000; at += 40)
        for (const response of open) response.write(flvTag('video', ms + at, keyFrame));
    },
  };
  return source;
}

/** The room's state of a pulled stream. */
export interface PulledStream {
  readonly media_id: string;
  readonly generation_id: string;
  readonly pull?: { readonly state: string; readonly fault?: string; readonly next_try_at?: string };
}

export interface PullRoom {
  readonly owner: TestUser;
  readonly member: TestUser;
  readonly room: string;
  add(url: string): Promise<string>;
  /** Signed addresses for the member. */
  urls(mediaId: string): Promise<{ readonly flv: string; readonly hls: string }>;
  streams(): Promise<readonly PulledStream[]>;
}

export async function makePullRoom(server: TestServer): Promise<PullRoom> {
  const [owner, member] = (await Promise.all([server.signUp('owner'), server.signUp('member')])) as [
    TestUser,
    TestUser,
  ];
  const room = await makeRoom(server, owner);
  await joinRoom(server, room, member);
  return {
    ...{ owner, member, room },
    async add(url) {
      const request = { source: { live_proxy: { url } } };
      const { media } = await server.ok({ call: 'RoomService.AddMedia', token: owner.token, room, request });
      return media.id;
    },
    async urls(mediaId) {
      const request = { media_id: mediaId };
      await server.ok({ call: 'RoomService.StartPlayback', token: owner.token, room, request });
      const { playback } = await server.ok({ call: 'RoomService.GetPlayback', token: member.token, room });
      const [flv, hls] = playback.playback_infos.proxied.medias.map(({ url }: { url: string }) => server.url + url);
      return { flv, hls };
    },
    streams: async () => (await server.ok({ call: 'RoomService.ListRoomStreams', token: member.token, room })).streams,
  };
}
