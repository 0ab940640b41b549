import { useTranslation } from '../../../texts/use-translation.ts';
import { obstacle } from './ceremonies.ts';

/** Says why passkeys do not work on this page; nothing where they do. [WK5] */
export function PasskeyObstacle() {
  const { t } = useTranslation('passkeys');
  const why = obstacle();
  return why ? <p className="text-sm text-muted">{t(why)}</p> : null;
}
