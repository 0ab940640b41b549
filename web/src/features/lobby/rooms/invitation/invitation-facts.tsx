import type { OnlineMember, PlaybackProgress, RoomDiscoveryItem } from '@matinee/contract/gen/api.ts';
import { Play, Users } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTitles } from '../../../../client/words/titles.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Avatar } from '../../../../ui/signs/avatar.tsx';
import { formatTime } from '../../../film/playback/format-time.port.ts';
import { positionAfter } from './position-after.ts';

/** The most names that the sentence says, and the most faces beside it. */
const maxNames = 3;
const maxFaces = 6;

/** The people in the room, and the current film with its position. [WR14] */
export function InvitationFacts({ item }: { readonly item: RoomDiscoveryItem }) {
  const { t } = useTranslation('rooms');
  const titleOf = useTitles(!!item.now_playing);
  return (
    <ul className="grid grid-cols-1 gap-4">
      <li>
        <WhoIsThere members={item.online_members} count={item.room?.online_count ?? 0} />
      </li>
      {item.now_playing && (
        <li className="grid min-w-0 justify-items-center gap-1">
          <span className="flex max-w-full min-w-0 items-center gap-2">
            <Play size={18} aria-hidden="true" className="shrink-0 text-accent-text" />
            <span className="truncate">
              <span className="sr-only">{t('card.plays')} </span>
              <bdi>{titleOf(item.now_playing)}</bdi>
            </span>
          </span>
          {item.progress && <Progress progress={item.progress} />}
        </li>
      )}
    </ul>
  );
}

function WhoIsThere({ members, count }: { readonly members: readonly OnlineMember[]; readonly count: number }) {
  const { t, i18n } = useTranslation('rooms');
  if (count === 0) {
    return (
      <p className="flex items-center justify-center gap-2">
        <Users size={18} aria-hidden="true" className="shrink-0 text-accent-text" />
        {t('invitation.nobody')}
      </p>
    );
  }
  const said = members.slice(0, maxNames);
  const others = count - said.length;
  const names = [
    // Isolated (U+2068, U+2069), so that a name cannot change the direction of the sentence.
    ...said.map(({ display_name }) => `\u2068${display_name}\u2069`),
    ...(others > 0 ? [t('invitation.others', { count: others })] : []),
  ];
  return (
    <div className="grid justify-items-center gap-2">
      <Faces members={members} count={count} />
      <p className="wrap-anywhere">
        {said.length > 0
          ? t('invitation.named', { count, names: new Intl.ListFormat(i18n.locale).format(names) })
          : t('invitation.online', { count })}
      </p>
    </div>
  );
}

/** Faces in a row; a person without a name has an icon. Decorative: the sentence below names them. */
function Faces({ members, count }: { readonly members: readonly OnlineMember[]; readonly count: number }) {
  const shown = Math.min(Math.max(count, members.length), maxFaces);
  return (
    <div aria-hidden="true" className="flex ps-2">
      {Array.from({ length: shown }, (_, index) => {
        const member = members[index];
        return (
          <span key={member?.id ?? index} className="-ms-2 rounded-full border-2 border-surface">
            {member ? (
              <Avatar id={member.id} name={member.display_name} picture={member.avatar} />
            ) : (
              <span className="grid size-9 place-items-center rounded-full bg-surface-2 text-muted">
                <Users size={16} />
              </span>
            )}
          </span>
        );
      })}
    </div>
  );
}

/** Where the film is now. The time runs on while it is shown. */
function Progress({ progress }: { readonly progress: PlaybackProgress }) {
  const { t } = useTranslation('rooms');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server begins anew
  const answeredAtMs = useMemo(() => performance.now(), [progress]);
  const [nowMs, setNowMs] = useState(answeredAtMs);
  const isMoving = progress.speed > 0;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => setNowMs(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, [isMoving]);
  const position = formatTime(positionAfter(progress, nowMs - answeredAtMs));
  const { duration_seconds: duration, live: isLive } = progress;
  const place = duration ? t('invitation.position', { position, duration: formatTime(duration) }) : position;
  return (
    <span className="text-sm text-muted tabular-nums">
      {isLive ? t('invitation.live') : place}
      {!isMoving && ` · ${t('invitation.paused')}`}
    </span>
  );
}
