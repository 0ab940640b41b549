import type { Row } from '@matinee/testkit/contract-table.ts';

const call = 'RoomService.GetIceServers';
const settings = (values: Record<string, boolean>) => ({ settings: values });

export const voiceRows: Row[] = [
  {
    name: '[VO1] [VO4] a member hears which servers there are, and what they are for',
    as: 'owner',
    call,
    expect: {
      ok: {
        webrtc: { builtin_stun_state: 'disabled', voice: true, p2p_media: true, max_voice_participants: 8 },
        servers: [{ urls: ['stun:stun.l.google.com:19302'] }, { urls: ['stun:stun.cloudflare.com:3478'] }],
      },
    },
  },
  { name: '[VO1] a stranger does not', as: 'stranger', call, expect: { error: 'call.not_a_member' } },
  { name: '[VO1] nor somebody anonymous', as: 'anonymous', call, expect: { error: 'call.unauthenticated' } },
  {
    name: 'there are none for no room',
    as: 'owner',
    call,
    room: `room_${'0'.repeat(26)}`,
    expect: { error: 'rooms.not_found' },
  },
  {
    name: 'voice is switched off',
    as: 'owner',
    call: 'RoomService.UpdateRoomSettings',
    request: settings({ voice_enabled: false }),
    expect: { ok: { settings: { voice_enabled: false } } },
  },
  {
    name: '[VO1] media between peers need them too',
    as: 'owner',
    call,
    expect: { ok: { webrtc: { voice: false, p2p_media: true } } },
  },
  {
    name: 'media between peers are switched off as well',
    as: 'owner',
    call: 'RoomService.UpdateRoomSettings',
    request: settings({ p2p_media_enabled: false }),
    expect: { ok: { settings: { voice_enabled: false, p2p_media_enabled: false } } },
  },
  { name: '[VO1] then nobody needs any', as: 'owner', call, expect: { error: 'voice.not_allowed' } },
  {
    name: 'both are switched on again',
    as: 'owner',
    call: 'RoomService.UpdateRoomSettings',
    request: settings({ voice_enabled: true, p2p_media_enabled: true }),
    expect: { ok: { settings: { voice_enabled: true, p2p_media_enabled: true } } },
  },
];
