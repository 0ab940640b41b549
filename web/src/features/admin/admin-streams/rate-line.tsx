import { useTranslation } from '../../../texts/use-translation.ts';
import { rateOf } from '../../film/streams/words.port.ts';
import { pointsOf } from './rates.ts';

const [width, height] = [118, 24];

/** How the bit rate of a stream went since the page was opened; nothing before there are two figures. [WAT4] */
export function RateLine({ rates }: { readonly rates: readonly number[] }) {
  const { t, i18n } = useTranslation('admin-streams');
  const points = pointsOf(rates, width, height);
  if (points === '') return null;
  const words = { lowest: Math.min(...rates), highest: Math.max(...rates) };
  const label = t('rates', {
    lowest: rateOf(words.lowest, i18n.locale),
    highest: rateOf(words.highest, i18n.locale),
  });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 -1 ${width} ${height + 2}`}
      className="h-6.5 w-30 text-accent-text"
      preserveAspectRatio="none"
    >
      <title>{label}</title>
      <polyline points={points} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
