import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { classNames } from '../../../ui/class-names.ts';

/** A text that a person wrote: its first lines, and the rest by a press if there is more. [WNT5] [WNT7] */
export function NotificationDetail({ text }: { readonly text: string }) {
  const { t } = useTranslation('notifications');
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isWhole, setWhole] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may have another height
  useLayoutEffect(() => {
    const element = paragraph.current;
    if (element) setCut(element.scrollHeight > element.clientHeight);
  }, [text]);
  return (
    <>
      <p
        ref={paragraph}
        dir="auto"
        className={classNames(
          'mt-0.5 text-sm wrap-anywhere whitespace-pre-line text-muted',
          !isWhole && 'line-clamp-4',
        )}
      >
        {text}
      </p>
      {isCut && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="pointer-events-auto min-h-6 rounded-sm text-sm font-medium text-accent-text underline-offset-2 hover:underline"
        >
          {t(isWhole ? 'less' : 'readOn')}
        </button>
      )}
    </>
  );
}
