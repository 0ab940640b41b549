import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton, type IconButtonProps } from '../../ui/icon-button.tsx';

const loadMenu = () => import('./account-menu.tsx');
const AccountMenu = lazy(() => loadMenu().then((module) => ({ default: module.AccountMenu })));

/** The menu's code is not part of the first screen: it comes when somebody reaches for the button. */
export function AccountButton() {
  const [isWanted, setWanted] = useState(false);
  const placeholder = (
    <Trigger
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
      onClick={() => setWanted(true)}
    />
  );
  if (!isWanted) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <AccountMenu trigger={<Trigger />} />
    </Suspense>
  );
}

/** Takes whatever the menu adds to its button. */
function Trigger(props: Partial<IconButtonProps>) {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  return (
    <IconButton
      {...props}
      label={t('account.menu')}
      tooltip="end"
      icon={user ? <Avatar id={user.id} name={user.username} /> : <SlidersHorizontal size={20} aria-hidden="true" />}
    />
  );
}
