import type { DiagnosedViewer, ViewerReport, ViewerState } from '@matinee/contract/gen/api.ts';
import { readableMs } from '../../../client/words/readable.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Chip } from '../../../ui/signs/chip.tsx';
import { useSay } from './say-finding.ts';

const tones: Readonly<Record<ViewerState, 'good' | 'danger' | 'plain'>> = {
  playing: 'good',
  stalled: 'danger',
  failed: 'danger',
  blocked: 'danger',
  idle: 'plain',
};

/** One viewer: what is wrong and what helps, and the figures behind it. [WDG5] */
export function ViewerCard({ viewer: { display_name, report, findings } }: { readonly viewer: DiagnosedViewer }) {
  const { t } = useTranslation('diagnosis');
  const say = useSay();
  return (
    <li className="grid grid-cols-1 gap-2 rounded-card border border-border p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <bdi className="min-w-0 truncate font-semibold">{display_name}</bdi>
        <Chip tone={report ? tones[report.state] : 'plain'}>{t(report ? `state.${report.state}` : 'noPlayer')}</Chip>
      </div>
      {findings.map((finding) => (
        <div key={finding.cause}>
          <p className="font-medium wrap-anywhere">{say(finding).sentence}</p>
          <p className="text-muted">{say(finding).advice}</p>
        </div>
      ))}
      {report && <Figures report={report} />}
    </li>
  );
}

function Figures({ report }: { readonly report: ViewerReport }) {
  const { t, i18n } = useTranslation('diagnosis');
  const { offset_p50_ms, offset_p95_ms, round_trip_ms, stalls, stalled_seconds, player, way, browser } = report;
  const ms = (value: number | undefined) => (value === undefined ? '–' : readableMs(value, i18n.locale));
  const seconds = stalled_seconds.toLocaleString(i18n.locale, { maximumFractionDigits: 1 });
  const figures: readonly (readonly [string, string])[] = [
    [t('offset'), offset_p50_ms === undefined ? '–' : t('offsets', { p50: ms(offset_p50_ms), p95: ms(offset_p95_ms) })],
    [t('stalls'), stalls === 0 && stalled_seconds === 0 ? t('noStalls') : t('stalled', { count: stalls, seconds })],
    [t('roundTrip'), ms(round_trip_ms)],
    [t('player'), player ? t(`playerOf.${player}`) : '–'],
    [t('way'), way ? t(`wayOf.${way}`) : '–'],
    [t('browser'), t(`browserOf.${browser}`)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm sm:grid-cols-3">
      {figures.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
