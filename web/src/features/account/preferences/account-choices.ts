/** Language and theme belong to the account: each device takes them over at sign-in. This code is loaded then. */
import { languageAmong } from '@matinee/contract/languages.ts';
import type { Api } from '../../../client/calls/api.ts';
import { chooseLanguage } from '../../../client/words/choose-language.ts';
import { currentLanguage } from '../../../texts/texts.ts';
import { chooseTheme } from '../../../ui/theme.ts';

/**
 * Shows the pages in the account's theme and language. An account without a language takes the page's, for its mails
 * too. [WP2]
 */
export async function takeChoices(api: Api): Promise<void> {
  const { preferences } = await api.call('UserService.GetUserPreferences', {});
  const { language, theme } = preferences ?? {};
  if (theme && theme !== 'system') chooseTheme(theme);
  const known = languageAmong([language ?? '']);
  if (known && known !== currentLanguage()) chooseLanguage(known);
  if (!language) await api.call('UserService.UpdateUserPreferences', { preferences: { language: currentLanguage() } });
}
