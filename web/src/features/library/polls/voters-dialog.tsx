import type { Poll, PollOption } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { useQuery } from '@tanstack/react-query';
import { useResource } from '../../../client/room/hooks.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { polls } from './resources.ts';

/** Most people of an option that are named. */
const mostNamed = 50;

export interface VotersDialogProps {
  readonly pollId: string;
  readonly onClose: () => void;
}

/** The voters of each option, if the poll is not anonymous. [WPO6] */
export function VotersDialog({ pollId, onClose }: VotersDialogProps) {
  const { t } = useTranslation('polls');
  const { room } = useRoom();
  const poll = useResource(room, polls)?.find(({ id }) => id === pollId);
  return (
    <Dialog title={t('whoVoted')} description={poll?.question} isOpen onClose={onClose}>
      <ul className="grid grid-cols-1 gap-4">
        {poll?.options.map((option) => (
          <li key={option.number}>
            <p dir="auto" className="font-medium wrap-anywhere">
              {option.media_id === undefined ? option.text : shownTitle(option.text)}
            </p>
            {option.votes === 0 ? (
              <p className="text-sm text-muted">{t('nobodyYet')}</p>
            ) : (
              <Voters poll={poll} option={option} />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Voters({ poll, option }: { readonly poll: Poll; readonly option: PollOption }) {
  const { t, i18n } = useTranslation('polls');
  const errorText = useErrorText('polls');
  const { room, self } = useRoom();
  const { data, error } = useQuery({
    queryKey: ['poll-voters', poll.id, option.number, poll.version],
    queryFn: () =>
      room.api.call('PollsService.ListPollVoters', {
        room_id: room.roomId,
        poll_id: poll.id,
        option: option.number,
        page_size: mostNamed,
      }),
    placeholderData: (before) => before,
  });
  if (error) return <p className="text-sm text-danger">{errorText(error)}</p>;
  if (!data) return <p className="text-sm text-muted">{t('loading')}</p>;
  const names = data.voters.map(({ user_id, display_name }) => (user_id === self.id ? t('you') : display_name));
  const others = data.total - names.length;
  const all = others > 0 ? [...names, t('others', { count: others })] : names;
  return <p className="text-sm text-muted wrap-anywhere">{new Intl.ListFormat(i18n.locale).format(all)}</p>;
}
