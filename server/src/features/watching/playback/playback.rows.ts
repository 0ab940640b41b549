import type { Row } from '@matinee/testkit/contract-table.ts';

const update = 'RoomService.UpdatePlaybackState';

export const playbackRows: Row[] = [
  {
    name: '[PB11] at first nothing is chosen',
    as: 'member',
    call: 'RoomService.GetPlayback',
    expect: { ok: { playback_state: { is_playing: false, position_seconds: 0, speed: 1, version: 0 }, playback: {} } },
  },
  {
    name: 'without anything chosen there is nothing to play',
    as: 'owner',
    call: update,
    request: { is_playing: true },
    expect: { error: 'playback.nothing_playing' },
  },
  { name: 'nor a next one', as: 'owner', call: 'RoomService.PlayNext', expect: { error: 'playback.nothing_playing' } },
  {
    name: 'stopping nothing is fine',
    as: 'owner',
    call: 'RoomService.StopPlayback',
    expect: { ok: { playback_state: { version: 0 } } },
  },
  {
    name: 'an item of another room is not played',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.otherMedia }),
    expect: { error: 'playback.media_not_found' },
  },
  {
    name: 'a member does not start',
    as: 'member',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.media }),
    expect: { error: 'call.missing_permission' },
  },
  ...[-1, 'NaN', 'Infinity', '-Infinity', 1_000_001].map(
    (position): Row => ({
      name: `${position} is no position`,
      as: 'owner',
      call: 'RoomService.StartPlayback',
      request: (w) => ({ media_id: w.media, position_seconds: position }),
      expect: { error: 'call.invalid_request' },
    }),
  ),
  {
    name: '[PB6] an item is started, with who did it and under which operation',
    as: 'admin',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.media, position_seconds: 30, paused: true, client_operation_id: 'op-1' }),
    expect: {
      ok: (w) => ({
        playback_state: {
          media_id: w.media,
          media_name: 'one',
          position_seconds: 30,
          is_playing: false,
          version: 1,
          action: 'start',
          actor_id: w.admin.id,
          actor_name: w.admin.username,
          client_operation_id: 'op-1',
        },
      }),
    },
  },
  {
    name: '[PB11] reading gives state and addresses',
    as: 'member',
    call: 'RoomService.GetPlayback',
    expect: {
      ok: (w) => ({
        playback_state: { media_id: w.media },
        playback: {
          media_id: w.media,
          room_id: w.room,
          name: 'one',
          provider: 'direct_url',
          default_mode: 'direct',
          playback_kind: 'regular',
          playback_infos: {
            direct: { medias: [{ url: 'https://media.example.org/one.mp4', format: 'file', proxied: false }] },
          },
        },
      }),
    },
  },
  {
    name: 'the state is watched',
    as: 'member',
    call: 'RoomService.WatchPlaybackState',
    expect: { ok: (w) => ({ playback_state: { media_id: w.media, version: 1 } }) },
  },
  {
    name: 'what plays is watched',
    as: 'member',
    call: 'RoomService.WatchPlayback',
    expect: { ok: (w) => ({ playback: { media_id: w.media } }) },
  },
  {
    name: 'a member does not pause',
    as: 'member',
    call: update,
    request: { is_playing: false },
    expect: { error: 'call.missing_permission' },
  },
  {
    name: '[PB8] another version than the current one is stale',
    as: 'owner',
    call: update,
    request: { is_playing: true, expected_version: 7 },
    expect: { error: 'playback.stale' },
  },
  {
    name: '[PB8] another item than the current one is stale',
    as: 'owner',
    call: update,
    request: (w) => ({ position_seconds: 1, expected_media_id: w.memberMedia }),
    expect: { error: 'playback.stale' },
  },
  {
    name: '[PB32] a film has no newest part',
    as: 'owner',
    call: update,
    request: { go_live: true },
    expect: { error: 'playback.not_live' },
  },
  {
    name: '[PB12] a seek says where playback was',
    as: 'owner',
    call: update,
    request: (w) => ({ position_seconds: 60, expected_media_id: w.media, expected_version: 1 }),
    expect: {
      ok: { playback_state: { position_seconds: 60, previous_position_seconds: 30, action: 'seek', version: 2 } },
    },
  },
  ...[0.2, 4.1, 0, -1, 'NaN', 'Infinity'].map(
    (speed): Row => ({
      name: `${speed} is no speed`,
      as: 'owner',
      call: update,
      request: { speed },
      expect: { error: 'call.invalid_request' },
    }),
  ),
  {
    name: '[PB6] the speed changes',
    as: 'owner',
    call: update,
    request: { speed: 1.5 },
    expect: { ok: { playback_state: { speed: 1.5, action: 'speed', version: 3 } } },
  },
  {
    name: '[PB6] a change of nothing is none',
    as: 'owner',
    call: update,
    request: { speed: 1.5, is_playing: false },
    expect: { ok: { playback_state: { version: 3 } } },
  },
  {
    name: '[PB29] a break for everybody',
    as: 'owner',
    call: update,
    request: { take_break: { seconds: 600, goes_on: true } },
    expect: {
      ok: { playback_state: { version: 4, action: 'break', is_playing: false, break_time: { goes_on: true } } },
    },
  },
  {
    name: '[PB29] of more than four hours',
    as: 'owner',
    call: update,
    request: { take_break: { seconds: 14_401 } },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[PB29] its end',
    as: 'owner',
    call: update,
    request: { take_break: { seconds: 0 } },
    expect: { ok: { playback_state: { version: 5, action: 'pause' } } },
  },
  {
    name: '[PB23] what is up next',
    as: 'member',
    call: 'RoomService.GetUpNext',
    expect: {
      ok: (w) => ({
        up_next: { items: [{ media_id: w.memberMedia, name: 'two' }], auto_play: 'sequential', delay_seconds: 0 },
      }),
    },
  },
  {
    name: '[PB9] the next one',
    as: 'owner',
    call: 'RoomService.PlayNext',
    request: (w) => ({ expected_media_id: w.media }),
    expect: {
      ok: (w) => ({
        playback_state: { media_id: w.memberMedia, position_seconds: 0, is_playing: true, action: 'next' },
      }),
    },
  },
  {
    name: '[PB8] who meant the one before does not skip twice',
    as: 'admin',
    call: 'RoomService.PlayNext',
    request: (w) => ({ expected_media_id: w.media }),
    expect: { error: 'playback.stale' },
  },
  {
    name: '[PB9] none comes after the last',
    as: 'owner',
    call: 'RoomService.PlayNext',
    expect: { error: 'playback.no_next' },
  },
  {
    name: '[PB9] the one before',
    as: 'owner',
    call: 'RoomService.PlayPrevious',
    expect: { ok: (w) => ({ playback_state: { media_id: w.media, action: 'previous' } }) },
  },
  {
    name: '[PB9] none comes before the first',
    as: 'owner',
    call: 'RoomService.PlayPrevious',
    expect: { error: 'playback.no_previous' },
  },
  {
    name: '[PB18] deleting what plays',
    as: 'owner',
    call: 'RoomService.DeleteMedia',
    request: (w) => ({ media_id: w.media }),
    expect: { ok: {} },
  },
  {
    name: '[PB18] stops it',
    as: 'member',
    call: 'RoomService.GetPlayback',
    expect: { ok: { playback_state: { is_playing: false, media_name: '', action: 'stop' }, playback: {} } },
  },
];
