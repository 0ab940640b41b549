import type { Feature } from '../../feature.ts';
import { personalData } from './personal-data.ts';
import type { Preferences } from './preferences.port.ts';
import { makePreferences } from './preferences.service.ts';

/** The preferences of accounts: language, theme and notifications. */
export function preferencesFeature(): Feature & { preferences: Preferences } {
  return {
    name: 'preferences',
    personalData,
    tables: ['user_preferences'],
    preferences: makePreferences(),
  };
}
