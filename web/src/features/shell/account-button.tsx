import { SlidersHorizontal } from 'lucide-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MenuButton } from '../../ui/menu.tsx';

const loadMenu = () => import('./account-menu.tsx');
const AccountMenu = lazy(() => loadMenu().then((module) => ({ default: module.AccountMenu })));

/** Opens the menu for appearance, language and the account. */
export function AccountButton() {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const trigger = (
    <IconButton
      label={t('account.menu')}
      tooltip="end"
      icon={user ? <Avatar id={user.id} name={user.username} /> : <SlidersHorizontal size={20} aria-hidden="true" />}
    />
  );
  return <MenuButton trigger={trigger} load={loadMenu} popup={() => <AccountMenu trigger={trigger} />} />;
}
