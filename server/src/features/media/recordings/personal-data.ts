import type { PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  rows: [],
  leftOut: { recordings: 'an item of its room when the recording ends' },
};
