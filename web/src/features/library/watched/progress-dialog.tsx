import type { ItemProgress } from '@matinee/contract/gen/api.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Avatar } from '../../../ui/signs/avatar.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { formatTime } from '../../film/playback/format-time.port.ts';
import { Failure } from '../../shared/shell/failure.port.tsx';

interface ProgressDialogProps {
  readonly mediaId: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** The progress of members with an item, and whether this person shares their own. [WOH7] */
export function ProgressDialog({ mediaId, title, onClose }: ProgressDialogProps) {
  const { t } = useTranslation('watched');
  const { api } = useSession();
  const { info, self } = useRoom();
  const query = useQuery({
    queryKey: ['item-progress', info.id, mediaId],
    queryFn: ({ signal }) =>
      api.call('WatchedService.ListItemProgress', { room_id: info.id, media_id: mediaId }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog title={t('progress.title')} isOpen onClose={onClose}>
      <p className="font-medium wrap-anywhere">
        <bdi>{title}</bdi>
      </p>
      <div className="my-4 grid gap-4">
        {query.isPending && <Skeleton className="h-32" />}
        {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
        {query.data?.people.length === 0 && <p className="text-muted">{t('progress.nobody')}</p>}
        {query.data && query.data.people.length > 0 && (
          <ul className="grid grid-cols-1 gap-3">
            {query.data.people.map((person) => (
              <Person
                key={person.user_id}
                person={person}
                isOwn={person.user_id === self.id}
                whole={query.data.duration_seconds}
              />
            ))}
          </ul>
        )}
        <p className="text-sm text-muted">{t('progress.others')}</p>
      </div>
      <ShowOwn />
    </Dialog>
  );
}

interface PersonProps {
  readonly person: ItemProgress;
  readonly isOwn: boolean;
  /** Length of the item; undefined: not known. */
  readonly whole: number | undefined;
}

function Person({ person, isOwn, whole }: PersonProps) {
  const { t } = useTranslation('watched');
  const { position_seconds: at, finished } = person;
  return (
    <li className="flex items-center gap-3">
      <Avatar id={person.user_id} name={person.display_name} picture={person.avatar} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          <bdi>{person.display_name}</bdi>
          {isOwn && <span className="text-muted"> {t('progress.you')}</span>}
        </p>
        <p className="flex items-center gap-2 text-sm text-muted tabular-nums">
          {!finished && at !== undefined && whole !== undefined && (
            <progress
              aria-hidden="true"
              value={Math.min(at, whole)}
              max={whole}
              className="h-1.5 w-20 accent-accent-text"
            />
          )}
          {t(placeOf(person), { position: formatTime(at ?? 0) })}
        </p>
      </div>
    </li>
  );
}

function placeOf({ finished, position_seconds: at }: ItemProgress) {
  if (finished) return 'progress.finished';
  return at === undefined ? 'progress.ahead' : 'progress.at';
}

/** Whether other members see this person's progress, in all rooms that show progress. */
function ShowOwn() {
  const { t } = useTranslation('watched');
  const { api } = useSession();
  const queries = useQueryClient();
  const errorText = useErrorText('watched');
  const queryKey = ['own-progress-shown'];
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await api.call('UserService.GetUserPreferences', {})).preferences ?? {},
    staleTime: 0,
    gcTime: 0,
  });
  const change = useMutation({
    mutationFn: (show_progress: boolean) =>
      api.call('UserService.UpdateUserPreferences', { preferences: { show_progress } }),
    onSuccess: ({ preferences }) => queries.setQueryData(queryKey, preferences ?? {}),
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  if (!data) return null;
  if (data.keep_watched === false) return <p className="text-sm text-muted">{t('progress.kept')}</p>;
  return (
    <Switch
      label={t('progress.show')}
      hint={t('progress.showHint')}
      checked={data.show_progress ?? true}
      disabled={change.isPending}
      onChange={(isShown) => change.mutate(isShown)}
    />
  );
}
