import type { UserPreferences } from '@matinee/contract/gen/api.ts';
import { chooseLanguage, type Language, languages } from '../../app/texts.ts';
import { chooseTheme } from '../../app/theme.ts';
import type { Api } from '../../client/api.ts';

/** Makes this browser look as the account that has just signed in wants it. What the account leaves to the device stays. [WP2] */
export async function takePreferences(api: Api): Promise<void> {
  const { preferences } = await api.call('UserService.GetUserPreferences', {});
  const { language = '', theme = 'system' } = preferences ?? {};
  if (language in languages) chooseLanguage(language as Language);
  if (theme !== 'system') chooseTheme(theme);
}

/** Keeps with the account what was chosen here. Without an answer the choice lasts for this browser. [WP2] */
export async function keepPreferences(api: Api, preferences: UserPreferences): Promise<void> {
  await api.call('UserService.UpdateUserPreferences', { preferences }).catch(() => undefined);
}
