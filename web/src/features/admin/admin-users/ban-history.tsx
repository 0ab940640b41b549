import { useTranslation } from '../../../texts/use-translation.ts';
import { Moment } from '../../../ui/signs/moment.tsx';
import { useBans } from './use-users.ts';

/** All bans of a user or a room, also the present one. Renders nothing if there never was one. */
export function BanHistory({ targetId }: { readonly targetId: string }) {
  const { t } = useTranslation('admin-users');
  const bans = useBans(targetId);
  if (!bans.data || bans.data.bans.length === 0) return null;
  return (
    <section aria-labelledby="bans">
      <h3 id="bans" className="mb-2 font-semibold">
        {t('bans.title', { count: bans.data.total })}
      </h3>
      <ul className="grid grid-cols-1 gap-3">
        {bans.data.bans.map((ban) => (
          <li key={ban.id} className="rounded-control bg-surface-2 px-4 py-3">
            <p dir="auto" className="wrap-anywhere">
              {ban.reason || t('ban.noReason')}
            </p>
            <p className="mt-1 text-sm text-muted">
              {t('bans.by', { name: ban.actor_name })} {ban.created_at && <Moment at={ban.created_at} />}
            </p>
            <p className="text-sm text-muted">
              {ban.lifted_at ? (
                <>
                  {ban.lifted_by_name ? t('bans.liftedBy', { name: ban.lifted_by_name }) : t('bans.ended')}{' '}
                  <Moment at={ban.lifted_at} />
                </>
              ) : (
                t('bans.inForce')
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
