import type { Row } from '@matinee/testkit/contract-table.ts';

const call = 'RoomService.GetIceServers';
const join = 'RoomService.JoinVoice';
const leave = 'RoomService.LeaveVoice';
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
  { name: '[VO6] [VO12] a member joins', as: 'member', call: join, request: {}, expect: { ok: {} } },
  { name: '[VO6] a stranger does not', as: 'stranger', call: join, expect: { error: 'call.not_a_member' } },
  { name: '[VO6] nor somebody anonymous', as: 'anonymous', call: join, expect: { error: 'call.unauthenticated' } },
  { name: '[VO7] a member leaves, also without having joined', as: 'member', call: leave, expect: { ok: {} } },
  {
    name: '[VO7] a stranger has nothing to leave',
    as: 'stranger',
    call: leave,
    expect: { error: 'call.not_a_member' },
  },
  {
    name: 'voice is switched off',
    as: 'owner',
    call: 'RoomService.UpdateRoomSettings',
    request: settings({ voice_enabled: false }),
    expect: { ok: { settings: { voice_enabled: false } } },
  },
  { name: '[VO6] then nobody joins', as: 'owner', call: join, expect: { error: 'voice.disabled' } },
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
