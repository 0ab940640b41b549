import { X } from 'lucide-react';
import { useStore } from '../../../../client/room/hooks.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { mostFiles, type RefusedFile } from './checks.ts';
import { FileTile } from './file-tile.tsx';
import type { FilesDraft } from './files-draft.ts';

/** The files of the next message, and the refused ones. [WCF3] */
export function DraftTray({ draft }: { readonly draft: FilesDraft }) {
  const { t } = useTranslation('chat-files');
  const views = useStore(draft.views);
  const refused = useStore(draft.refused);
  return (
    <>
      {refused.length > 0 && <Refused refused={refused} onDismiss={draft.dismissRefused} />}
      {views.length > 0 && (
        <ul aria-label={t('toSend')} className="flex gap-3 overflow-x-auto ps-0.5 pe-2.5 pt-2.5 pb-2">
          {views.map((view) => (
            <FileTile
              key={view.id}
              view={view}
              onRemove={() => draft.remove(view.id)}
              onRetry={() => draft.retry(view.id)}
            />
          ))}
        </ul>
      )}
      {views.some(({ phase }) => phase === 'waiting') && (
        <p role="status" className="pb-2 text-xs text-muted">
          {t('phases.waiting')}
        </p>
      )}
    </>
  );
}

function Refused({ refused, onDismiss }: RefusedProps) {
  const { t } = useTranslation('chat-files');
  return (
    <div role="alert" className="mb-2 flex items-start gap-1 rounded-control bg-danger-soft ps-3 text-sm text-danger">
      <ul className="min-w-0 flex-1 py-2">
        {refused.map(({ id, name, why }) => (
          <li key={id} className="wrap-anywhere">
            <bdi className="font-medium">{name}</bdi>: {t(`refused.${why}`, { count: mostFiles })}
          </li>
        ))}
      </ul>
      <IconButton
        label={t('dismiss')}
        tooltip="end"
        className="!size-9"
        icon={<X size={16} aria-hidden="true" />}
        onClick={onDismiss}
      />
    </div>
  );
}

interface RefusedProps {
  readonly refused: readonly RefusedFile[];
  readonly onDismiss: () => void;
}
