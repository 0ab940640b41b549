/** A page that serves a file, and a viewer who reads it. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@bufbuild/protobuf';
import type { MemberFileRange } from '@matinee/contract/gen/service/client/member_files_pb.ts';
import type { TestServer, TestUser } from '@matinee/testkit/server.ts';
import type { TestSocket } from '@matinee/testkit/socket-client.ts';

export function bytesOf(size: number, seed = 0): Buffer {
  return Buffer.from(Uint8Array.from({ length: size }, (_, i) => (i * 31 + (i >> 8) + seed) % 251));
}

export function sourceOf(bytes: Buffer) {
  const fingerprint = createHash('sha256').update(bytes).digest('hex');
  return { member_file: { file_name: 'film.mp4', size_bytes: bytes.length, fingerprint } };
}

/** Adds a file to the room and plays it. @returns the item's id. */
export async function addFile(server: TestServer, room: string, by: TestUser, bytes: Buffer): Promise<string> {
  const source = sourceOf(bytes);
  const call = (name: string, request: JsonObject) =>
    server.ok({ call: `RoomService.${name}`, token: by.token, room, request });
  const { media } = await call('AddMedia', { source });
  await call('StartPlayback', { media_id: media.id, paused: true });
  return media.id;
}

/** The signed address for a viewer of the playing film. */
export async function urlFor(server: TestServer, room: string, viewer: TestUser): Promise<string> {
  const { playback } = await server.ok({ call: 'RoomService.GetPlayback', token: viewer.token, room });
  return new URL(playback.playback_infos.proxied.medias[0].url, server.url).href;
}

export function readRange(url: string, range: string): Promise<Response> {
  return fetch(url, { headers: { range: `bytes=${range}` } });
}

export function sendPiece(
  to: Pick<TestServer, 'url'>,
  room: string,
  { mediaId, requestId }: Pick<MemberFileRange, 'mediaId' | 'requestId'>,
  by: Pick<TestUser, 'token'>,
  body: Uint8Array,
): Promise<Response> {
  const url = `${to.url}/api/rooms/${room}/member-files/${mediaId}/ranges/${requestId}`;
  return fetch(url, {
    method: 'PUT',
    headers: { authorization: `Bearer ${by.token}` },
    body: body as Uint8Array<ArrayBuffer>,
  });
}

export function nextRange(socket: TestSocket): Promise<MemberFileRange> {
  return socket.next('memberFileRange');
}

/** Serves the server's requests to this page until the socket ends. Counts the pieces. */
export function answerAll(
  socket: TestSocket,
  to: Pick<TestServer, 'url'>,
  room: string,
  by: Pick<TestUser, 'token'>,
  bytes: Buffer,
) {
  const sent = { pieces: 0 };
  const run = async () => {
    for (;;) {
      const asked = await nextRange(socket);
      sent.pieces += 1;
      await sendPiece(to, room, asked, by, bytes.subarray(asked.firstByte, asked.lastByte + 1));
    }
  };
  run().catch(() => undefined);
  return sent;
}

export async function give(socket: TestSocket, ...mediaIds: string[]): Promise<string | undefined> {
  return socket.command({ case: 'giveMemberFiles', value: { mediaIds } });
}
