import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { FaceRow } from './face-row.tsx';
import { faces } from './faces.ts';
import { useCounts, useRaters } from './use-ratings.ts';

export interface RatingDialogProps {
  readonly mediaId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Rates an item, and shows who chose which face to those who may see members. [WRA2] [WRA4] */
export function RatingDialog({ mediaId, name, onClose }: RatingDialogProps) {
  const { t } = useTranslation('ratings');
  const { self } = useRoom();
  return (
    <Dialog title={t('title')} description={name} isOpen onClose={onClose}>
      <div className="grid gap-5">
        <FaceRow mediaId={mediaId} />
        {self.permissions.has('view_members') && <Raters mediaId={mediaId} />}
      </div>
    </Dialog>
  );
}

/** Who chose which face, the best first. */
function Raters({ mediaId }: Pick<RatingDialogProps, 'mediaId'>) {
  const { t, i18n } = useTranslation('ratings');
  const { self } = useRoom();
  const counts = useCounts(mediaId);
  const raters = useRaters(mediaId).data?.raters ?? [];
  if (counts.every((count) => count === 0)) return <p className="text-center text-sm text-muted">{t('nobody')}</p>;
  const lines = faces
    .map((emoji, place) => {
      const those = raters.filter(({ face }) => face === place + 1);
      const names = those.map(({ user_id, display_name }) => (user_id === self.id ? t('you') : display_name));
      const others = (counts[place] ?? 0) - names.length;
      return { emoji, face: place + 1, names: others > 0 ? [...names, t('others', { count: others })] : names };
    })
    .filter(({ names }) => names.length > 0)
    .reverse();
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-2">
      {lines.map(({ emoji, face, names }) => (
        <div key={face} className="contents">
          <dt>
            <span className="font-emoji text-xl" aria-hidden="true">
              {emoji}
            </span>
            <span className="sr-only">{t(`faces.${face}`)}</span>
          </dt>
          <dd dir="auto" className="min-w-0 wrap-anywhere">
            {new Intl.ListFormat(i18n.locale).format(names)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
