import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  rows: [
    ownRows('shared_subtitles', {
      file: 'shared-subtitles',
      of: 'creator_id',
      order: 'created_at',
      columns: ['id', 'room_id', 'media_id', 'name', 'language', 'text', 'script', 'created_at'],
      leftOut: { creator_id: 'the person themselves' },
    }),
  ],
};
