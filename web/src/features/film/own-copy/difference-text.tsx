import { readableBytes } from '../../../client/words/readable.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import type { Difference } from './compare.ts';

interface DifferenceTextProps {
  readonly difference: Difference;
  readonly name: string;
  readonly language: string;
}

/** Says how the person's file differs from the room's, and what that means for watching together. [WOC2] */
export function DifferenceText({ difference, name, language }: DifferenceTextProps) {
  const { t } = useTranslation('own-copy');
  return (
    <p role="alert" className="rounded-control bg-danger-soft px-3 py-2 text-danger wrap-anywhere">
      {words()}
    </p>
  );

  function words(): string {
    if (difference.kind === 'content') return t('different.content', { name });
    if (difference.kind === 'size')
      return t('different.size', {
        name,
        mine: readableBytes(difference.mine, language, 3),
        theirs: readableBytes(difference.theirs, language, 3),
      });
    const count = Math.max(1, Math.round(Math.abs(difference.seconds)));
    return t(difference.seconds > 0 ? 'different.longer' : 'different.shorter', { name, count });
  }
}
