import type { Feature } from '../../feature.ts';
import { personalData } from './personal-data.ts';
import type { Preferences } from './preferences.port.ts';
import { makePreferences } from './preferences.service.ts';

/** What accounts have chosen: language, theme, and what they are told of. */
export function preferencesFeature(): Feature & { preferences: Preferences } {
  return {
    name: 'preferences',
    personalData,
    tables: ['user_preferences'],
    preferences: makePreferences(),
  };
}
