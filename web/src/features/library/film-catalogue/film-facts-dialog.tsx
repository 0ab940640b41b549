import type { Media } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { FilmFacts } from './film-facts.tsx';

/** The details of an item for people who may not edit it: the catalogue's facts about its film. [WFC1] */
export function FilmFactsDialog({ media, onClose }: { readonly media: Media; readonly onClose: () => void }) {
  return (
    <Dialog title={shownTitle(media.name)} isOpen onClose={onClose}>
      <FilmFacts media={media} mayReject={false} />
    </Dialog>
  );
}
