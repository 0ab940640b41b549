import type { Row } from '@matinee/testkit/contract-table.ts';

const file = {
  file_name: 'film.mkv',
  size_bytes: 4_000_000_000,
  fingerprint: 'cd'.repeat(32),
  duration_seconds: 5_400,
};

/** A file served by one member: added, and played through this server alone. */
export const memberFileRows: Row[] = [
  {
    name: '[MFP1] a file is added by what tells it apart',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { member_file: file } },
    keep: { memberFile: 'media.id' },
    expect: { ok: { media: { name: 'film', source: { member_file: file } } } },
  },
  {
    name: '[MFP1] half a byte is none',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { member_file: { ...file, size_bytes: 1.5 } } },
    expect: { error: 'library.invalid_url' },
  },
  {
    name: '[MFP1] a playlist of files is none',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { member_file: { ...file, file_name: 'film.m3u8' } } },
    expect: { error: 'library.invalid_url' },
  },
  {
    name: '[MFP1] and a fingerprint is SHA-256',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { member_file: { ...file, fingerprint: 'ABC' } } },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[MFP3] nobody can load it past this server',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { member_file: file, proxy_mode: 'direct_only' } },
    expect: { error: 'library.invalid_url' },
  },
  {
    name: '[MFP3] it is started',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.kept.memberFile!, paused: true }),
    expect: { ok: {} },
  },
  {
    name: '[MFP3] and plays through the server, whatever the viewer prefers',
    as: 'member',
    call: 'RoomService.GetPlayback',
    request: { proxy_mode: 'direct_only' },
    expect: {
      ok: {
        playback: {
          provider: 'member_file',
          default_mode: 'proxied',
          playback_infos: { proxied: { medias: [{ format: 'file', proxied: true }] } },
          media: { source: { member_file: file } },
        },
      },
    },
  },
];
