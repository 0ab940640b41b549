import type { PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  leftOut: { settings_history: 'changes of the server, which the actions name' },
};
