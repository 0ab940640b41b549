import type { Row } from '@matinee/testkit/contract-table.ts';

const file = {
  file_name: 'film.mkv',
  size_bytes: 4_000_000_000,
  fingerprint: 'ab'.repeat(32),
  duration_seconds: 5_400,
};

/** A file that every viewer has: added, and played without an address. */
export const ownCopyRows: Row[] = [
  {
    name: '[OC1] a file is added by what tells it apart',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { own_copy: file } },
    keep: { ownMedia: 'media.id' },
    expect: { ok: { media: { name: 'film', source: { own_copy: file } } } },
  },
  {
    name: '[OC1] half a byte is none',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { own_copy: { ...file, size_bytes: 1.5 } } },
    expect: { error: 'library.invalid_url' },
  },
  {
    name: '[OC2] and a fingerprint is SHA-256',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { own_copy: { ...file, fingerprint: 'ABC' } } },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[OC1] it is started',
    as: 'owner',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ media_id: w.kept.ownMedia!, paused: true }),
    expect: { ok: {} },
  },
  {
    name: '[OC1] and each viewer opens it',
    as: 'member',
    call: 'RoomService.GetPlayback',
    expect: {
      ok: {
        playback: {
          provider: 'own_copy',
          default_mode: 'direct',
          playback_infos: { direct: { medias: [{ url: '', format: 'own_copy', proxied: false }] } },
          media: { source: { own_copy: file } },
        },
      },
    },
  },
];
