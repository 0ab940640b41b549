import { useStore } from '../../../client/room/hooks.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { exchangeFigures } from './exchange/figures.ts';

/** The figures of the exchange as names and values to show; empty while nothing was exchanged. [WSW4] */
export function useExchangeFigures(): [name: string, value: string][] {
  const { t, i18n } = useTranslation('swarms');
  const { fromPeers, fromOrigin, toPeers, peers } = useStore(exchangeFigures);
  const all = fromPeers + fromOrigin;
  if (all === 0) return [];
  const number = (value: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(i18n.locale, options).format(value);
  const size = (bytes: number) =>
    number(bytes / 1e6, { style: 'unit', unit: 'megabyte', maximumFractionDigits: bytes < 1e7 ? 1 : 0 });
  const percent = number(fromPeers / all, { style: 'percent' });
  return [
    [t('peers'), number(peers, {})],
    [t('fromOthers'), t('share', { size: size(fromPeers), percent })],
    [t('toOthers'), size(toPeers)],
  ];
}
