/** `stream …`: its requests to a server, and its output. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { PullFault, PullState, StreamFault } from '@matinee/contract/gen/service/client/streams_pb.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PretendServer, startPretendServer } from '../../connection/pretend-server.fixture.ts';

const { method } = AdminService;
const at = (text: string) => timestampFromDate(new Date(text));
const startedAt = at('2026-04-01T20:00:00Z');
const sent = {
  stream: {
    ...{ roomId: 'room_1', mediaId: 'med_1', publisherName: 'anna', startedAt },
    advice: [{ fault: StreamFault.NO_SOUND }, { fault: StreamFault.KEY_FRAMES_FAR }],
  },
  ...{ roomName: 'Kino', mediaName: 'Show' },
  facts: {
    ...{ videoCodec: 'h264', audioCodec: 'aac', width: 1920, height: 1080, encoder: 'obs-output' },
    ...{ bitsPerSecond: 4_260_000, flvReaders: 3, webRtcReaders: 1 },
  },
};
const pulled = {
  stream: {
    ...{ roomId: 'room_2', mediaId: 'med_2', startedAt },
    pull: { state: PullState.WAITING, fault: PullFault.SILENT, nextTryAt: at('2026-04-01T20:05:00Z') },
  },
  ...{ roomName: 'Garten', mediaName: 'News' },
};
const interrupted = {
  stream: { roomId: 'room_3', mediaId: 'med_3', publisherName: 'boris', startedAt, interruptedAt: startedAt },
  ...{ roomName: 'Kino', mediaName: 'news' },
};

let server: PretendServer;
beforeAll(async () => {
  server = await startPretendServer();
});
beforeEach(() => server.answers(method.listActiveStreams, { streams: [sent, pulled, interrupted] }));
afterEach(() => server.forget());
afterAll(() => server.stop());

const rows = (out: string) => out.split('\n').map((line) => line.split(/ {2,}/));

test('[CL2] streams are listed with where they come from and how they go', async () => {
  const { out } = await server.run('stream list');
  expect(rows(out).slice(1, 4)).toEqual([
    ['med_1', 'Show', 'Kino', 'anna', 'on_air', '4.3 Mbit/s', '2026-04-01 20:00:00'],
    ['med_2', 'News', 'Garten', 'pulled', 'waiting', '2026-04-01 20:00:00'],
    ['med_3', 'news', 'Kino', 'boris', 'interrupted', '2026-04-01 20:00:00'],
  ]);
  server.answers(method.listActiveStreams, {});
  expect((await server.run('stream list')).out).toBe('none\n');
});

test('[CL2] one is shown with what is known of it, and with what its sender could do better', async () => {
  const { out } = await server.run('stream show show');
  expect(out).toContain('picture  h264 1920×1080');
  expect(out).toContain('viewers  4 (3 FLV, 1 WebRTC)');
  expect(out).toContain('advice   no_sound, key_frames_far');
  const { out: ofPull } = await server.run('stream show med_2');
  expect(ofPull).toMatch(/fault +silent\ntried again +2026-04-01 20:05:00/);
  const { out: json } = await server.run('stream show med_2 --output json');
  expect(JSON.parse(json)).toMatchObject({ media_name: 'News', stream: { pull: { fault: 'silent' } } });
});

test('[CL5] [CL9] one is ended when that was confirmed, and a name that fits more than one is refused', async () => {
  server.answers(method.kickStream, {});
  expect(await server.run('stream end Show')).toMatchObject({
    code: 4,
    err: expect.stringContaining('Take “Show” in “Kino” off the air?'),
  });
  expect(await server.run('stream end news --yes')).toMatchObject({ code: 1, err: expect.stringContaining('med_3') });
  expect(await server.run('stream end nothing --yes')).toMatchObject({ code: 1 });
  expect(server.requests(method.kickStream)).toEqual([]);
  expect((await server.run('stream end med_3 --yes')).out).toBe('ended med_3\n');
  expect(server.requests(method.kickStream)).toEqual([{ roomId: 'room_3', mediaId: 'med_3' }]);
});
