import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.tsx';
import { chooseLanguage, type Language, languages } from '../../app/texts.ts';
import { chooseTheme, type Theme, useTheme } from '../../app/theme.ts';
import { Menu, MenuItem, MenuLabel, MenuRadio, MenuSeparator } from '../../ui/menu.tsx';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** Theme and language for everybody; name and sign-out for those who are signed in. */
export function AccountMenu({ trigger }: { readonly trigger: ReactNode }) {
  const { t, i18n } = useTranslation('shell');
  const { user, signOut } = useSession();
  const theme = useTheme();
  return (
    <Menu trigger={trigger} isOpenAtFirst>
      {user && <MenuLabel>{t('account.signedInAs', { name: user.username })}</MenuLabel>}
      <MenuRadio
        label={t('theme.label')}
        value={theme}
        options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
        onChange={chooseTheme}
      />
      <MenuSeparator />
      <MenuRadio
        label={t('language')}
        value={i18n.resolvedLanguage as Language}
        options={Object.entries(languages).map(([value, label]) => ({ value: value as Language, label }))}
        onChange={chooseLanguage}
      />
      {user && (
        <>
          <MenuSeparator />
          <MenuItem icon={<LogOut size={18} aria-hidden="true" />} onSelect={() => void signOut()}>
            {t('account.signOut')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
