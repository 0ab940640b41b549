import type { PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  leftOut: { playback_operations: 'answers that are kept for a retry', playback_states: 'what a room plays now' },
};
