import type { UserPreferences } from '@matinee/contract/gen/api.ts';
import { type Language, languages } from '@matinee/contract/languages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { History, KeyRound, LogOut, ShieldCheck, UserRound } from 'lucide-react';
import { Suspense, useContext, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { chooseLanguage } from '../../../client/words/choose-language.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import type { MenuEntry, MenuPopupProps } from '../../../ui/buttons/menu-popup.tsx';
import { MenuPopup } from '../../../ui/buttons/menu-popup.tsx';
import { chooseTheme, type Theme, useTheme } from '../../../ui/theme.ts';
import { ShellOffersContext } from './shell-offers.ts';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** Theme and language for all. Name, account and sign-out for signed-in users, administration for administrators. */
export function AccountMenu({ trigger, isByKeyboard }: Pick<MenuPopupProps, 'trigger' | 'isByKeyboard'>) {
  const [isAsking, setAsking] = useState(false);
  const appearance = useAppearance();
  const account = useAccountEntries(() => setAsking(true));
  return (
    <>
      <MenuPopup {...{ trigger, isByKeyboard }} entries={[...appearance, ...account]} />
      <Suspense>{isAsking && <Leaving onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
}

/** Theme and language. */
function useAppearance(): MenuEntry[] {
  const { t, i18n } = useTranslation('shell');
  const { api, user } = useSession();
  const client = useQueryClient();
  const theme = useTheme();
  /** Saves the choice with the account of a signed-in user. [WP2] */
  const keep = async (preferences: UserPreferences) => {
    if (!user) return;
    await api.call('UserService.UpdateUserPreferences', { preferences }).catch(() => undefined);
    await client.invalidateQueries({ queryKey: ['preferences'] });
  };
  return [
    {
      kind: 'choice',
      label: t('theme.label'),
      value: theme,
      options: themes.map((value) => ({ value, label: t(`theme.${value}`) })),
      onChange: (value) => {
        chooseTheme(value as Theme);
        void keep({ theme: value as Theme });
      },
    },
    {
      kind: 'choice',
      label: t('language'),
      value: i18n.language,
      options: Object.entries(languages).map(([value, label]) => ({ value, label })),
      onChange: (value) => {
        chooseLanguage(value as Language);
        void keep({ language: value });
      },
    },
  ];
}

/**
 * Name, account, sign-out and, for administrators, administration. Empty while signed out.
 * @param onAsk called instead of signing out of an account that has only a name
 */
function useAccountEntries(onAsk: () => void): MenuEntry[] {
  const { t } = useTranslation('shell');
  const { user, isInstant, signOut } = useSession();
  const navigate = useNavigate();
  const administration: MenuEntry[] =
    user && user.role !== 'user'
      ? [
          {
            kind: 'item',
            label: t('account.admin'),
            icon: <ShieldCheck size={18} aria-hidden="true" />,
            onSelect: () => void navigate({ to: '/admin' }),
          },
        ]
      : [];
  return user
    ? [
        { kind: 'label', label: t('account.signedInAs', { name: user.display_name }) },
        ...(isInstant
          ? [
              {
                kind: 'item',
                label: t('account.keep'),
                icon: <KeyRound size={18} aria-hidden="true" />,
                onSelect: () => void navigate({ to: '/account', hash: 'keep' }),
              } as const,
            ]
          : []),
        ...administration,
        {
          kind: 'item',
          label: t('account.watched'),
          icon: <History size={18} aria-hidden="true" />,
          onSelect: () => void navigate({ to: '/watched' }),
        },
        {
          kind: 'item',
          label: t('account.open'),
          icon: <UserRound size={18} aria-hidden="true" />,
          onSelect: () => void navigate({ to: '/account' }),
        },
        {
          kind: 'item',
          label: t('account.signOut'),
          icon: <LogOut size={18} aria-hidden="true" />,
          onSelect: () => (isInstant ? onAsk() : void signOut()),
        },
      ]
    : [];
}

function Leaving({ onClose }: { readonly onClose: () => void }) {
  const { SignOutQuestion } = useContext(ShellOffersContext);
  return <SignOutQuestion onClose={onClose} />;
}
