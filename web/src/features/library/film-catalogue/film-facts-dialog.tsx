import type { Media } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { FilmFacts } from './film-facts.tsx';

/** The details of an item for who may not edit it: what the catalogue says of its film. [WFC1] */
export function FilmFactsDialog({ media, onClose }: { readonly media: Media; readonly onClose: () => void }) {
  return (
    <Dialog title={shownTitle(media.name)} isOpen onClose={onClose}>
      <FilmFacts media={media} mayReject={false} />
    </Dialog>
  );
}
