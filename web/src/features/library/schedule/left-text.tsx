import { useTranslation } from '../../../texts/use-translation.ts';
import { leftOf } from './countdown.ts';

/**
 * "in 3 days", `1:23:45`, or the seconds of the last minute. Screen readers read it when they reach it, but do not
 * announce each second.
 */
export function LeftText({ leftMs, className }: { readonly leftMs: number; readonly className?: string }) {
  const { t, i18n } = useTranslation('schedule');
  const left = leftOf(leftMs);
  const text =
    left.kind === 'rough'
      ? new Intl.RelativeTimeFormat(i18n.locale).format(left.count, left.unit)
      : left.kind === 'figures'
        ? left.text
        : String(left.seconds);
  return (
    <p role="timer" aria-label={t('left')} className={className}>
      {text}
    </p>
  );
}
