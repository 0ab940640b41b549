import { useId } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { OfferedEmojis } from './offered-emojis.tsx';
import { useCompletion, type WrittenText } from './use-completion.ts';

/** The list of emoji while a name is written, for a field without an emoji button. [WEM5] */
export function EmojiCompletion(written: WrittenText) {
  const { t } = useTranslation('emoji');
  const id = useId();
  const completion = useCompletion(written, id);
  if (completion.offered.length === 0) return null;
  return <OfferedEmojis {...completion} id={id} label={t('offered')} />;
}
