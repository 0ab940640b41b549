import { type ReactNode, Suspense, useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { faces, verdictOf } from './faces.ts';
import { useCounts } from './use-ratings.ts';

const RatingDialog = lazily(() => import('./rating-dialog.tsx').then((module) => module.RatingDialog));
const FaceRow = lazily(() => import('./face-row.tsx').then((module) => module.FaceRow));

/** What the lists of the room show of the ratings of an item. */
export interface ShownRating {
  /** The middle face and how many have rated, as a button that opens the ratings; nothing while nobody has. */
  readonly mark: ReactNode;
  /** Opens the ratings of the item; undefined for guests. */
  readonly open: (() => void) | undefined;
  readonly dialog: ReactNode;
}

/** The rating of an item, for one of its rows. [WRA3] */
export function useShownRating(mediaId: string, name: string): ShownRating {
  const { t } = useTranslation('ratings');
  const { self } = useRoom();
  const [isOpen, setOpen] = useState(false);
  const verdict = verdictOf(useCounts(mediaId));
  const open = self.role === 'guest' ? undefined : () => setOpen(true);
  const mark = open && verdict && (
    <button
      type="button"
      aria-label={t('mark', { name, face: t(`faces.${verdict.face}`), count: verdict.people })}
      onPointerEnter={RatingDialog.load}
      onClick={open}
      className="flex min-h-11 shrink-0 items-center gap-1 rounded-control px-2 text-sm text-muted tabular-nums hover:bg-surface-2"
    >
      <span aria-hidden="true" className="font-emoji text-base">
        {faces[verdict.face - 1]}
      </span>
      {verdict.people}
    </button>
  );
  const dialog = isOpen && (
    <Suspense>
      <RatingDialog mediaId={mediaId} name={name} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { mark, open, dialog };
}

/** The question at the end of a film, with the faces and the way to who chose them; nothing for guests. [WRA2] */
export function RateAtEnd({ mediaId, name }: { readonly mediaId: string; readonly name: string }) {
  const { t } = useTranslation('ratings');
  const { mark, open, dialog } = useShownRating(mediaId, name);
  if (!open) return null;
  return (
    <div className="flex flex-col items-center gap-1 @max-[34rem]:flex-row-reverse">
      <div className="flex items-center">
        <p className="text-sm font-medium @max-[34rem]:hidden">{t('title')}</p>
        {mark}
      </div>
      <Suspense fallback={<div className="min-h-14" />}>
        <FaceRow mediaId={mediaId} />
      </Suspense>
      {dialog}
    </div>
  );
}
