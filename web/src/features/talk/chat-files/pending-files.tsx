import { useStore } from '../../../client/room/hooks.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import type { OutgoingFiles } from './outgoing.ts';
import { FileTile } from './sending/file-tile.tsx';

/** The files of a message that others cannot see yet. [WCF3] */
export function PendingFiles({ files }: { readonly files: OutgoingFiles }) {
  const { t } = useTranslation('chat-files');
  const views = useStore(files.views);
  return (
    <ul aria-label={t('onTheirWay')} className="flex flex-wrap gap-3 py-1">
      {views.map((view) => (
        <FileTile key={view.id} view={view} />
      ))}
    </ul>
  );
}
