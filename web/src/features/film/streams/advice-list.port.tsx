import type { StreamAdvice } from '@matinee/contract/gen/api.ts';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { wordsOf } from './advice-words.ts';

/** The advice that this page has words for. */
export function useAdviceTexts(advice: readonly StreamAdvice[]) {
  const { t, i18n } = useTranslation('streams');
  return advice
    .map((one) => wordsOf(one, i18n.locale))
    .filter(({ key }) => i18n.exists(`advice.${key}.text`, { ns: 'streams' }))
    .map(({ key, values }) => ({ key, text: t(`advice.${key}.text`, values), hint: t(`advice.${key}.hint`) }));
}

interface AdviceListProps {
  readonly advice: readonly StreamAdvice[];
  /** True: also says what to set in the encoder. */
  readonly hasHints?: boolean;
}

/** What the sender of a stream could do better. [WLS8] [WAT2] */
export function AdviceList({ advice, hasHints = false }: AdviceListProps) {
  const { t } = useTranslation('streams');
  const texts = useAdviceTexts(advice);
  if (texts.length === 0) return null;
  return (
    <ul aria-label={t('advice.title')} className="grid gap-2 text-sm">
      {texts.map(({ key, text, hint }) => (
        <li key={key} className="flex items-start gap-2">
          <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-danger" />
          <span className="grid gap-0.5">
            <span>{text}</span>
            {hasHints && <span className="text-muted">{hint}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
