import { Suspense, useEffect, useRef } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useDroppedFilm } from './dropped-film.ts';
import { type GivingHearer, giveFiles } from './giving.ts';
import { MemberFileDialog } from './member-files.port.ts';

/** Gives the files of this page to the room, and asks what to do with a film that is dropped on it. [WMF1] [WMF2] [WMF4] */
export function Giver() {
  const { t, i18n } = useTranslation('member-files');
  const { room, self } = useRoom();
  const errorText = useErrorText();
  const { locale } = i18n;
  const { film, forget } = useDroppedFilm(self.permissions.has('manage_own_media'));
  const speed = (bits: number) =>
    new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 }).format(bits / 1_000_000);
  const tell = useRef<GivingHearer>(undefined);
  tell.current = {
    refused: (error) => showToast(errorText(error), 'danger'),
    unreadable: (name) => showToast(t('changed', { name }), 'danger'),
    tooSlow: (line, needed) => showToast(t('slow', { line: speed(line), needed: speed(needed) }), 'danger'),
  };
  useEffect(
    () =>
      giveFiles(room, {
        refused: (error) => tell.current?.refused(error),
        unreadable: (name) => tell.current?.unreadable(name),
        tooSlow: (line, needed) => tell.current?.tooSlow(line, needed),
      }),
    [room],
  );
  return (
    film && (
      <Suspense>
        <MemberFileDialog dropped={film} onClose={forget} />
      </Suspense>
    )
  );
}
