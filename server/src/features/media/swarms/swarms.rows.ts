import type { Row } from '@matinee/testkit/contract-table.ts';

const join = 'RoomService.JoinSwarm';
const leave = 'RoomService.LeaveSwarm';
const place = { stream: 'video-1' };

export const swarmRows: Row[] = [
  {
    name: 'a playlist of segments is added',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { direct_url: { url: 'https://media.example.org/film.m3u8' } } },
    expect: { ok: {} },
    keep: { film: 'media.id' },
  },
  {
    name: 'and plays',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: ({ kept }) => ({ media_id: kept['film']! }),
    expect: { ok: {} },
  },
  {
    name: '[SW1] a member may exchange it',
    as: 'member',
    call: 'RoomService.GetPlayback',
    expect: { ok: {} },
    keep: { ticket: 'playback.playback_infos.direct.medias.0.p2p_delivery.swarm_ticket' },
  },
  {
    name: '[SW2] the ticket lets them in',
    as: 'member',
    call: join,
    request: ({ kept }) => ({ ...place, swarm_ticket: kept['ticket']! }),
    expect: { ok: {} },
  },
  {
    name: '[SW2] and nobody else',
    as: 'owner',
    call: join,
    request: ({ kept }) => ({ ...place, swarm_ticket: kept['ticket']! }),
    expect: { error: 'swarms.bad_ticket' },
  },
  {
    name: '[SW2] another text does not',
    as: 'member',
    call: join,
    request: { ...place, swarm_ticket: 'a.1.b' },
    expect: { error: 'swarms.bad_ticket' },
  },
  {
    name: 'a stranger does not join',
    as: 'stranger',
    call: join,
    request: { ...place, swarm_ticket: 'a.1.b' },
    expect: { error: 'call.not_a_member' },
  },
  {
    name: '[SW4] a member leaves, also without having joined',
    as: 'member',
    call: leave,
    request: { ...place, swarm_id: 'a' },
    expect: { ok: {} },
  },
  {
    name: 'media between peers are switched off',
    as: 'owner',
    call: 'RoomService.UpdateRoomSettings',
    request: { settings: { p2p_media_enabled: false } },
    expect: { ok: { settings: { p2p_media_enabled: false } } },
  },
  {
    name: '[SW4] then the ticket is of no use',
    as: 'member',
    call: join,
    request: ({ kept }) => ({ ...place, swarm_ticket: kept['ticket']! }),
    expect: { error: 'swarms.disabled' },
  },
];
