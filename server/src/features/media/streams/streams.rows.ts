import type { Row } from '@matinee/testkit/contract-table.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { until } from '@matinee/testkit/until.ts';
import type { World } from '@matinee/testkit/world.ts';
import { publish } from './streams.fixture.ts';

const create = 'RoomService.CreateRoomPublishKey';
const info = 'RoomService.GetRoomStreamInfo';
const kick = 'RoomService.KickRoomStream';
const nothing = `med_${'0'.repeat(26)}`;
const place = (w: World) => ({ media_id: w.kept.place! });

/** Sends with the stored key, until the server knows all tracks. */
async function goOnAir(w: World): Promise<void> {
  const sender = publish({ publish_key: w.kept.publishKey!, server_url: w.kept.serverUrl! });
  sender.socket.unref();
  await until('it is on the air', async () => (await sender.answer()) === 'NetStream.Publish.Start');
  sender.begin();
  const asked = { call: info, token: w.admin.token, room: w.room, request: place(w) };
  await until('its tracks are known', async () => (await callRest(w.url, asked)).json.facts?.has_hls);
}

export const streamRows: Row[] = [
  {
    name: '[LS13] the place of a live stream is prepared',
    as: 'stranger',
    call: 'ProviderCommonService.PrepareRtmp',
    expect: { ok: { source: { rtmp: {} }, name: 'Live stream' } },
  },
  {
    name: 'but for nobody',
    as: 'anonymous',
    call: 'ProviderCommonService.PrepareRtmp',
    expect: { error: 'call.unauthenticated' },
  },
  {
    name: 'it is added',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { rtmp: {} } },
    keep: { place: 'media.id' },
    expect: { ok: { media: { name: 'Live stream' } } },
  },
  {
    name: '[LS1] who added it makes a key',
    as: 'owner',
    call: create,
    request: (w) => ({ ...place(w), expires_in_seconds: 3_600 }),
    keep: { publishKey: 'publish_key', serverUrl: 'server_url' },
    expect: { ok: (w) => ({ key: { single_use: false, creator_id: w.owner.id } }) },
  },
  { name: '[LS2] others do not', as: 'member', call: create, request: place, expect: { error: 'streams.not_allowed' } },
  {
    name: '[LS2] with the permission they do',
    as: 'admin',
    call: create,
    request: place,
    keep: { publishKey: 'publish_key' },
    expect: { ok: {} },
  },
  {
    name: 'strangers do not at all',
    as: 'stranger',
    call: create,
    request: place,
    expect: { error: 'call.not_a_member' },
  },
  {
    name: '[LS1] a film takes no stream',
    as: 'owner',
    call: create,
    request: (w) => ({ media_id: w.media }),
    expect: { error: 'streams.not_a_stream' },
  },
  {
    name: 'there is no key for nothing',
    as: 'owner',
    call: create,
    request: { media_id: nothing },
    expect: { error: 'library.media_not_found' },
  },
  {
    name: '[LS1] a key does not end at once',
    as: 'owner',
    call: create,
    request: (w) => ({ ...place(w), expires_in_seconds: 1 }),
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[LS7] what is not on the air cannot be taken off it',
    as: 'owner',
    call: kick,
    request: place,
    expect: { error: 'streams.off_air' },
  },
  {
    name: '[LS9] somebody sends, and its people are told so',
    as: 'member',
    call: info,
    request: async (w) => {
      await goOnAir(w);
      return place(w);
    },
    expect: { ok: (w) => ({ stream: { ...place(w), room_id: w.room, publisher_id: w.admin.id }, server_url: '' }) },
  },
  { name: 'strangers are not', as: 'stranger', call: info, request: place, expect: { error: 'call.not_a_member' } },
  {
    name: '[LS9] a film is no stream',
    as: 'member',
    call: info,
    request: (w) => ({ media_id: w.media }),
    expect: { error: 'streams.not_a_stream' },
  },
  {
    name: '[LS9] all streams of a room',
    as: 'member',
    call: 'RoomService.ListRoomStreams',
    expect: { ok: (w) => ({ streams: [{ ...place(w), publisher_name: w.admin.username }] }) },
  },
  {
    name: 'strangers see none',
    as: 'stranger',
    call: 'RoomService.ListRoomStreams',
    expect: { error: 'call.not_a_member' },
  },
  {
    name: '[LS7] a member does not end the stream of others',
    as: 'member',
    call: kick,
    request: place,
    expect: { error: 'streams.not_allowed' },
  },
  { name: '[LS7] who added the item does', as: 'owner', call: kick, request: place, expect: { ok: {} } },
  {
    name: '[LS1] another key',
    as: 'owner',
    call: create,
    request: place,
    keep: { publishKey: 'publish_key' },
    expect: { ok: {} },
  },
  {
    name: '[LS11] administrators see the streams of all rooms',
    as: 'keeper',
    call: 'AdminService.ListActiveStreams',
    request: async (w) => {
      await goOnAir(w);
      return {};
    },
    expect: { ok: (w) => ({ streams: [{ stream: { room_id: w.room }, media_name: 'Live stream' }] }) },
  },
  { name: 'others do not', as: 'owner', call: 'AdminService.ListActiveStreams', expect: { error: 'call.admin_only' } },
  {
    name: 'nor do they end any',
    as: 'owner',
    call: 'AdminService.KickStream',
    request: (w) => ({ ...place(w), room_id: w.room }),
    expect: { error: 'call.admin_only' },
  },
  {
    name: '[LS11] administrators end any',
    as: 'keeper',
    call: 'AdminService.KickStream',
    request: (w) => ({ ...place(w), room_id: w.room }),
    expect: { ok: {} },
  },
  {
    name: '[LS11] which is then over',
    as: 'keeper',
    call: 'AdminService.KickStream',
    request: (w) => ({ ...place(w), room_id: w.room }),
    expect: { error: 'streams.off_air' },
  },
];
