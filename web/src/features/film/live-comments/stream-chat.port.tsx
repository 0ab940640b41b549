import type { LiveComment } from '@matinee/contract/gen/api.ts';
import { ArrowDown, Radio } from 'lucide-react';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import type { RoomConnection } from '../../../client/room/room.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ScrollRegion } from '../../../ui/lists/scroll-region.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { useLiveComments } from './live-comments.port.ts';

/** Within this distance of its end, in pixels, the list counts as being at the end. */
const endMargin = 48;

/** Lists the comments that people write at the stream's own site. [WLC4] [WLC5] */
export function StreamChat({ room }: { readonly room: RoomConnection }) {
  const { t } = useTranslation('live-comments');
  const held = useLiveComments(room);
  const list = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const comments = held?.comments ?? [];
  const toEnd = () => {
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when other comments are drawn
  useLayoutEffect(() => {
    if (isAtEnd) toEnd();
  }, [comments, isAtEnd]);
  const onScroll = () => {
    const element = list.current;
    if (element) setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < endMargin);
  };
  const isUnavailable = held?.state === 'unavailable';
  return (
    <section aria-label={t('title')} className="flex min-h-0 flex-1 flex-col">
      <div className="relative flex min-h-0 flex-1 flex-col">
        {/* No `log` role: a screen reader would read a busy chat aloud all the time. */}
        <ScrollRegion ref={list} label={t('title')} onScroll={onScroll} className="px-4 py-3">
          {comments.length === 0 ? (
            <Nothing isConnecting={held === undefined || held.state === 'connecting'} />
          ) : (
            <ul className="grid grid-cols-1 gap-1.5">
              {comments.map((comment) => (
                <Line key={comment.id} comment={comment} someone={t('someone')} />
              ))}
            </ul>
          )}
        </ScrollRegion>
        {!isAtEnd && (
          <div className="pointer-events-none absolute inset-x-0 bottom-3 grid justify-items-center">
            <Button
              className="pointer-events-auto shadow-raised"
              icon={<ArrowDown size={16} aria-hidden="true" />}
              onClick={toEnd}
            >
              {t('toEnd')}
            </Button>
          </div>
        )}
      </div>
      <p role="status" className="border-t border-border px-4 py-3 text-center text-sm text-muted">
        {isUnavailable ? t('unavailable') : t('readOnly')}
      </p>
    </section>
  );
}

function Nothing({ isConnecting }: { readonly isConnecting: boolean }) {
  const { t } = useTranslation('live-comments');
  if (isConnecting) return <p className="p-6 text-center text-muted">{t('connecting')}</p>;
  return <EmptyState icon={<Radio aria-hidden="true" />} title={t('none')} text={t('noneText')} />;
}

/** The author's colour is shown as a dot: coloured letters could be too pale to read. */
const Line = memo(function Line({ comment, someone }: { readonly comment: LiveComment; readonly someone: string }) {
  const { author, text, color } = comment;
  return (
    <li className="min-w-0 wrap-anywhere leading-snug">
      <span
        aria-hidden
        style={{ backgroundColor: color }}
        className="me-1.5 inline-block size-2.5 rounded-full border border-border"
      />
      <span className="font-semibold">{author || someone}</span> <span>{text}</span>
    </li>
  );
});
