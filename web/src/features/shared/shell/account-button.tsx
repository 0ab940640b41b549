import { SlidersHorizontal } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { MenuButton } from '../../../ui/buttons/menu.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { Avatar } from '../../../ui/signs/avatar.tsx';

const loadMenu = () => import('./account-menu.tsx');
const AccountMenu = lazily(() => loadMenu().then((module) => module.AccountMenu));

/** Opens the menu for appearance, language and the account. */
export function AccountButton() {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const trigger = (
    <IconButton
      label={t('account.menu')}
      tooltip="end"
      icon={
        user ? (
          <Avatar id={user.id} name={user.display_name} picture={user.avatar} />
        ) : (
          <SlidersHorizontal size={20} aria-hidden="true" />
        )
      }
    />
  );
  return (
    <MenuButton
      trigger={trigger}
      load={loadMenu}
      popup={(isByKeyboard) => <AccountMenu {...{ trigger, isByKeyboard }} />}
    />
  );
}
