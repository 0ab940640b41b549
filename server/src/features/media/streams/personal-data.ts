import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  rows: [
    ownRows('publish_keys', {
      file: 'publish-keys',
      of: 'creator_id',
      order: 'created_at',
      columns: ['media_id', 'room_id', 'is_single_use', 'expires_at', 'created_at'],
      leftOut: { digest: 'digest of a secret', creator_id: 'the person themselves' },
    }),
  ],
  leftOut: { live_streams: 'gone when the stream ends' },
};
