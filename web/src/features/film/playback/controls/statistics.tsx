import type { RoomConnection } from '../../../../client/room/room.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { useExchangeFigures } from '../../swarms/use-exchange-figures.ts';
import type { SyncStatus } from '../sync/status.ts';

export interface StatisticsProps {
  readonly room: RoomConnection;
  readonly status: SyncStatus | undefined;
}

/** Shows the measurements behind "In sync". Scripts can read the same figures from `window.__matinee`. */
export function Statistics({ room, status }: StatisticsProps) {
  const { t, i18n } = useTranslation('playback');
  const number = (value: number | undefined, digits = 0) =>
    value === undefined ? '–' : new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: digits }).format(value);
  const milliseconds = (value: number | undefined) => t('statistics.milliseconds', { value: number(value) });
  const rows: [string, string][] = [
    [t('statistics.skew'), milliseconds(status?.skewMs)],
    [
      t('statistics.clock'),
      milliseconds(room.clock.uncertaintyMs === undefined ? undefined : Math.ceil(room.clock.uncertaintyMs)),
    ],
    [t('statistics.roundTrip'), milliseconds(room.clock.roundTripMs)],
    [t('statistics.correction'), `${number(((status?.factor ?? 1) - 1) * 100, 1)} %`],
    [t('statistics.seeks'), number(status?.seeks ?? 0)],
    ...useExchangeFigures(),
  ];
  return (
    <>
      <h2 className="mb-2 font-semibold">{t('statistics.title')}</h2>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-end tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
