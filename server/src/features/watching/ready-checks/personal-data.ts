import type { PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  leftOut: { ready_checks: 'who is ready for a film, which is gone after some minutes' },
};
