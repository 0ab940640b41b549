import { useTranslation } from '../../../texts/use-translation.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import type { SharedAccount } from '../../film/playback/source-accounts.port.ts';
import { useShared } from './shared-accounts.ts';

/** Whether the room may watch items through the account. [WSO5] */
export function ShareSwitch({ account }: { readonly account: SharedAccount }) {
  const { t } = useTranslation('sources');
  const [isShared, setShared] = useShared(account);
  return (
    <Switch
      label={t('share.label')}
      hint={t(isShared ? 'share.on' : 'share.off')}
      checked={isShared}
      onChange={setShared}
    />
  );
}
