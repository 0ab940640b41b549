import type { Room, RoomDiscoveryItem } from '@matinee/contract/gen/api.ts';
import { Link } from '@tanstack/react-router';
import { Lock, Play, Users } from 'lucide-react';
import { Suspense } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTitles } from '../../../client/words/titles.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { StartsIn } from '../../library/schedule/lazily.port.tsx';
import { LabelTag } from '../room-taxonomy/label-tag.port.tsx';
import { nameIn, useTaxonomy } from '../room-taxonomy/taxonomy.port.ts';
import { RoomCover } from '../rooms/room-cover.tsx';
import { FavoriteButton } from './favorite-button.tsx';

/** A room in a list: the whole card is a link to it. */
export function RoomCard({ item }: { readonly item: RoomDiscoveryItem }) {
  const { t } = useTranslation('rooms');
  const { user } = useSession();
  const room = item.room;
  if (!room) return null;
  return (
    <li className="relative min-w-0">
      <Link
        to="/r/$roomId"
        params={{ roomId: room.id }}
        className="group block h-full overflow-hidden rounded-card border border-border bg-surface transition-colors hover:border-line"
      >
        <CardCover item={item} room={room} />
        {item.progress && item.now_playing && <Progress item={item} />}
        <div className="grid gap-1 p-4">
          <h3 dir="auto" className="truncate font-semibold">
            {room.name}
          </h3>
          <Plays item={item} />
          <p className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
            <Users size={14} aria-hidden="true" className="shrink-0" />
            <span className="truncate">
              {t('card.members', { count: room.member_count })} ·{' '}
              {room.creator_id === user?.id ? (
                t('card.yours')
              ) : (
                <bdi>{t('card.by', { name: room.creator_display_name })}</bdi>
              )}
            </span>
          </p>
          <Marks room={room} />
        </div>
      </Link>
      {item.joined && (
        <FavoriteButton
          roomId={room.id}
          name={room.name}
          isFavorite={item.favorited === true}
          className="!absolute end-1.5 top-1.5 rounded-full !bg-black/75 !text-white"
        />
      )}
    </li>
  );
}

interface CardCoverProps {
  readonly item: RoomDiscoveryItem;
  readonly room: Room;
}

/** The cover, with signs over it: people in the room, a password. */
function CardCover({ item, room }: CardCoverProps) {
  const { t } = useTranslation('rooms');
  return (
    <div className="relative">
      <RoomCover roomId={room.id} cover={room.cover ?? item.now_playing_picture} className="h-20 sm:h-28" />
      {room.online_count > 0 && (
        <span className="absolute start-3 top-3 inline-flex items-center gap-1.5 rounded-full bg-black/75 px-2.5 py-1 text-xs font-medium text-white">
          <span aria-hidden="true" className="size-2 rounded-full bg-[#7fd6a4]" />
          {t('card.online', { count: room.online_count })}
        </span>
      )}
      {room.has_password && (
        <span
          className={classNames(
            'absolute top-3 grid size-7 place-items-center rounded-full bg-black/75 text-white',
            item.joined ? 'end-14' : 'end-3',
          )}
        >
          <Lock size={14} aria-hidden="true" />
          <span className="sr-only">{t('card.password')}</span>
        </span>
      )}
    </div>
  );
}

/** Category and labels, if the room has any. */
function Marks({ room }: { readonly room: Room }) {
  const { i18n } = useTranslation('rooms');
  const { categories, labels } = useTaxonomy();
  const category = categories.find(({ id }) => id === room.category_id);
  const shownLabels = room.label_ids.flatMap((id) => labels.find((label) => label.id === id) ?? []);
  if (!category && shownLabels.length === 0) return null;
  return (
    <p className="flex min-w-0 flex-wrap gap-x-3 gap-y-1 pt-1 text-sm text-muted">
      {category && <bdi className="max-w-full truncate">{nameIn(category, i18n.language)}</bdi>}
      {shownLabels.map((label) => (
        <LabelTag key={label.id} label={label} />
      ))}
    </p>
  );
}

/** The current film of the room, or when the next film starts. */
function Plays({ item }: { readonly item: RoomDiscoveryItem }) {
  const { t } = useTranslation('rooms');
  const titleOf = useTitles(!!item.now_playing);
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
      {item.now_playing ? (
        <>
          <Play size={14} aria-hidden="true" className="shrink-0 text-accent-text" />
          <span className="sr-only">{t('card.plays')}</span>
          <bdi className="truncate">{titleOf(item.now_playing)}</bdi>
        </>
      ) : item.schedule ? (
        <Suspense>
          <StartsIn schedule={item.schedule} roomId={item.room?.id ?? ''} isMember={item.joined === true} />
        </Suspense>
      ) : (
        t('card.nothing')
      )}
    </p>
  );
}

/** How far the film is. Renders nothing if its length is unknown. [WRL2] */
function Progress({ item: { progress, now_playing } }: { readonly item: RoomDiscoveryItem }) {
  const { t } = useTranslation('rooms');
  const titleOf = useTitles(!!now_playing);
  const { position_seconds = 0, duration_seconds = 0 } = progress ?? {};
  if (duration_seconds <= 0) return null;
  const percent = Math.min(100, Math.round((100 * position_seconds) / duration_seconds));
  return (
    <div
      role="progressbar"
      aria-label={t('card.progress', { name: titleOf(now_playing ?? '') })}
      aria-valuenow={percent}
      className="h-1 bg-surface-2"
    >
      <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
    </div>
  );
}

/** Shown while the cards are loading. */
export function RoomCardSkeletons({ label }: { readonly label: string }) {
  return (
    <div role="status" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <span className="sr-only">{label}</span>
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-56 rounded-card" />
      ))}
    </div>
  );
}
