import type { Media, WatchedEntry } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { formatTime } from '../../film/playback/format-time.port.ts';
import { accountOf } from '../../film/playback/source-accounts.port.ts';
import { Cover, UploadedCover } from '../library/cover.tsx';
import type { Adds } from './adds.ts';
import { ResultPlace } from './result-place.tsx';
import { AddButtons, PlayButton, ResultRow } from './result-row.tsx';
import { useRoomResults, useWatchedResults } from './use-room-results.ts';

interface RoomResultsProps {
  readonly roomId: string;
  readonly text: string;
  readonly adds: Adds;
}

/** The results from the room's playlists. */
export function RoomResults({ roomId, text, adds }: RoomResultsProps) {
  const { t } = useTranslation('finding');
  const { data = [], isPending, error, refetch } = useRoomResults(roomId, text);
  return (
    <ResultPlace title={t('inRoom')} onRetry={() => void refetch()} count={data.length} {...{ isPending, error }}>
      {data.map((media) => (
        <ResultRow key={media.id} name={shownTitle(media.name)} picture={<PictureOf item={media} />} facts="">
          {adds.mayPlay && (
            <PlayButton label={t('play', { name: shownTitle(media.name) })} onClick={() => adds.play(media.id)} />
          )}
        </ResultRow>
      ))}
    </ResultPlace>
  );
}

interface WatchedResultsProps {
  readonly text: string;
  readonly adds: Adds;
}

/** The results from the person's history in all rooms. */
export function WatchedResults({ text, adds }: WatchedResultsProps) {
  const { t, i18n } = useTranslation('finding');
  const { data: found = [], isPending, error, refetch } = useWatchedResults(text);
  const data = adds.mayAdd ? found : found.filter(({ source }) => !source || accountOf(source) === undefined);
  const dayOf = ({ started_at }: WatchedEntry) =>
    started_at && new Date(started_at).toLocaleDateString(i18n.locale, { dateStyle: 'medium' });
  return (
    <ResultPlace title={t('watched')} onRetry={() => void refetch()} count={data.length} {...{ isPending, error }}>
      {data.map((entry) => (
        <ResultRow
          key={entry.id}
          name={shownTitle(entry.name)}
          picture={<PictureOf item={entry} />}
          facts={[entry.duration_seconds && formatTime(entry.duration_seconds), dayOf(entry)]
            .filter(Boolean)
            .join(' · ')}
        >
          {entry.source && <AddButtons item={{ name: entry.name, source: entry.source }} adds={adds} />}
        </ResultRow>
      ))}
    </ResultPlace>
  );
}

function PictureOf({ item }: { readonly item: Pick<Media, 'thumbnail' | 'cover'> }) {
  return item.cover ? <UploadedCover picture={item.cover} /> : <Cover path={item.thumbnail} />;
}
