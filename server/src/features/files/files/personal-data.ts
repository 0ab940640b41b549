import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('files', {
      file: 'files',
      of: 'owner_id',
      order: 'created_at',
      columns: [
        'id',
        'kind',
        'room_id',
        'playlist_id',
        'media_id',
        'message_id',
        'name',
        'mime_type',
        'size_bytes',
        'duration_seconds',
        'waveform',
        'created_at',
        'used_at',
      ],
      leftOut: {
        content_id: 'where the server keeps the bytes',
        owner_id: 'the person themselves',
        place: 'a counter',
        read_key: 'a secret',
      },
    }),
  ],
  leftOut: { file_uploads: 'unfinished, or a file by now' },
};
