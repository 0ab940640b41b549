import { useStore } from '../../../../client/room/hooks.ts';
import { useErrorText } from '../../../../client/words/error-text.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import type { Call } from '../engine/call.ts';
import { Notice } from './notice.tsx';

/** Says why a person who wanted to be in voice is not. [WVO33] */
export function CallEndNotice({ call }: { readonly call: Call }) {
  const { t } = useTranslation('voice');
  const errorText = useErrorText('voice');
  const end = useStore(call.end);
  if (!end) return null;
  if (end.is === 'removed') return <Notice>{t('removed')}</Notice>;
  const isFull = (end.error as { readonly code?: unknown }).code === 'voice.full';
  if (isFull && end.most !== undefined) return <Notice>{t('full', { count: end.most })}</Notice>;
  return <Notice>{errorText(end.error)}</Notice>;
}
