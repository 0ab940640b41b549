import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Avatar } from '../../../ui/signs/avatar.tsx';
import { upNext } from '../library/resources.ts';
import { useVoters, useVotes } from './use-votes.ts';

export interface VotersDialogProps {
  readonly mediaId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** The voters for and against an item, and the effect of votes in this room. [WQV3] */
export function VotersDialog({ mediaId, name, onClose }: VotersDialogProps) {
  const { t } = useTranslation('queue-votes');
  const { room } = useRoom();
  const { up, down } = useVotes(mediaId);
  const isOrdered = useResource(room, upNext)?.auto_play === 'votes';
  return (
    <Dialog title={t('title')} description={name} isOpen onClose={onClose}>
      <div className="grid gap-5">
        <Side mediaId={mediaId} vote="up" count={up} />
        <Side mediaId={mediaId} vote="down" count={down} />
        <p className="text-sm text-muted">{t(isOrdered ? 'ordered' : 'shown')}</p>
      </div>
    </Dialog>
  );
}

interface SideProps {
  readonly mediaId: string;
  readonly vote: 'up' | 'down';
  readonly count: number;
}

function Side({ mediaId, vote, count }: SideProps) {
  const { t } = useTranslation('queue-votes');
  const { self } = useRoom();
  const voters = (useVoters(mediaId, true).data?.voters ?? []).filter((voter) => voter.vote === vote);
  const others = count - voters.length;
  const Icon = vote === 'up' ? ThumbsUp : ThumbsDown;
  return (
    <section>
      <h3 className="flex items-center gap-2 font-medium">
        <Icon size={18} aria-hidden="true" />
        {t(`sides.${vote}`, { count })}
      </h3>
      <ul className="mt-2 grid gap-2">
        {voters.map(({ user_id, display_name }) => (
          <li key={user_id} className="flex min-w-0 items-center gap-2">
            <Avatar id={user_id} name={display_name} size="small" />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {user_id === self.id ? t('you') : display_name}
            </span>
          </li>
        ))}
        {others > 0 && voters.length > 0 && <li className="text-sm text-muted">{t('others', { count: others })}</li>}
      </ul>
    </section>
  );
}
