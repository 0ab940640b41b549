import type { Row } from '@matinee/testkit/contract-table.ts';

const send = 'RoomService.SendChatMessage';

function writes(name: string, as: 'admin' | 'member', id: string, expect: Row['expect']): Row {
  return { name, as, call: send, request: { client_message_id: id, content: id }, expect };
}

function playing(name: string, is_playing: boolean): Row {
  return { name, as: 'owner', call: 'RoomService.UpdatePlaybackState', request: { is_playing }, expect: { ok: {} } };
}

export const quietRows: Row[] = [
  {
    name: '[CH41] a room is made quiet',
    as: 'owner',
    call: 'RoomService.UpdateRoomSettings',
    request: { settings: { quiet_while_playing: true } },
    expect: { ok: { settings: { quiet_while_playing: true } } },
  },
  writes('[CH41] while nothing plays, members write', 'member', 'quiet-1', { ok: {} }),
  {
    name: '[CH41] a film begins',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.media }),
    expect: { ok: {} },
  },
  writes('[CH41] then they do not', 'member', 'quiet-2', { error: 'chat.quiet' }),
  writes('[CH41] but hosts do', 'admin', 'quiet-3', { ok: {} }),
  playing('[CH41] the film pauses', false),
  writes('[CH41] and members write again', 'member', 'quiet-4', { ok: {} }),
  {
    name: '[CH41] the room is as before',
    as: 'owner',
    call: 'RoomService.UpdateRoomSettings',
    request: { settings: { quiet_while_playing: false } },
    expect: { ok: { settings: { quiet_while_playing: false } } },
  },
  { name: '[CH41] playback stops', as: 'owner', call: 'RoomService.StopPlayback', expect: { ok: {} } },
];
