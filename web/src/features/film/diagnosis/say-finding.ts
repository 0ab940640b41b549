import type { DiagnosisFinding } from '@matinee/contract/gen/api.ts';
import type { Translate } from '../../../texts/texts.ts';
import { translatorFor } from '../../../texts/texts.ts';
import { useTranslation } from '../../../texts/use-translation.ts';

/** What is wrong and what helps, in the reader's language. */
export interface FindingWords {
  readonly sentence: string;
  readonly advice: string;
}

/** The words for findings. A cause of a later version of the server is said in its own words, in English. [WDG5] */
export function useSay(): (finding: DiagnosisFinding) => FindingWords {
  const { t, i18n } = useTranslation(['diagnosis', 'problems']);
  const exists = (key: string, ns = 'diagnosis') => i18n.exists(key, { ns });
  return (finding) => sayFinding(finding, { t, exists, ofProblems: translatorFor('problems'), locale: i18n.locale });
}

interface Language {
  readonly t: Translate;
  readonly ofProblems: Translate;
  readonly exists: (key: string, namespace?: string) => boolean;
  readonly locale: string;
}

export function sayFinding(
  { cause, params, sentence, advice }: DiagnosisFinding,
  { t, ofProblems, exists, locale }: Language,
): FindingWords {
  const key = `cause.${cause}`;
  if (!exists(`${key}.sentence`)) return { sentence, advice };
  const { problem = '', browser = '', seconds = '', stalls = '', way = '', conversion = '' } = params;
  const title = `${problem}.title`;
  const values = {
    ...params,
    browser: browser || t('anyBrowser'),
    problem: exists(title, 'problems') ? ofProblems(title) : problem,
    seconds: Number(seconds).toLocaleString(locale, { minimumFractionDigits: 1 }),
    count: Number(stalls),
  };
  const special = [conversion, way].map((one) => `${key}.advice_${one}`).find((one) => exists(one));
  return { sentence: t(`${key}.sentence`, values), advice: t(special ?? `${key}.advice`, values) };
}
