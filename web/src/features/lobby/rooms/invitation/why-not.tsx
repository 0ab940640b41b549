import type { RoomDiscoveryItem } from '@matinee/contract/gen/api.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button, buttonClass } from '../../../../ui/buttons/button.tsx';

/** Why there is nothing to do here, and until when. [WR2] */
export function WhyNot({ item, onChanged }: { readonly item: RoomDiscoveryItem; readonly onChanged: () => void }) {
  const { t, i18n } = useTranslation('rooms');
  const { access, unavailability, cooldown_until: end } = item;
  const until = end ? new Date(end).toLocaleString(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' }) : '';
  const rejected = access === 'COOLDOWN' && item.join_request?.status === 'rejected' ? item.join_request : undefined;
  const reason = rejected ? rejected.reason : item.ban_reason;
  return (
    <div className="grid gap-4">
      <p role="status" className="rounded-control bg-surface-2 px-4 py-3 text-balance">
        {t(keyOf(), { until })}
        {reason && <bdi className="mt-1 block wrap-anywhere text-muted">{reason}</bdi>}
      </p>
      {access === 'UNAVAILABLE' ? (
        <Link to="/" className={buttonClass('quiet')}>
          {t('home', { ns: 'shell' })}
        </Link>
      ) : (
        <Button onClick={onChanged}>{t('invitation.again')}</Button>
      )}
    </div>
  );

  function keyOf(): string {
    const ending = until ? '_until' : '';
    if (access === 'UNAVAILABLE' && unavailability) {
      return `invitation.why.unavailable.${unavailability}${unavailability === 'excluded' ? ending : ''}`;
    }
    if (rejected) return `invitation.why.REJECTED${ending}`;
    return `invitation.why.${access}${access === 'COOLDOWN' ? ending : ''}`;
  }
}
