import { Suspense } from 'react';
import { useTranslation } from '../../texts/use-translation.ts';
import { InvitationSchedule } from '../schedule/lazily.port.tsx';
import { Page } from '../shell/page.port.tsx';
import { InvitationAction, type InvitationProps } from './invitation/invitation-action.tsx';
import { InvitationFacts } from './invitation/invitation-facts.tsx';
import { RoomCover } from './room-cover.port.tsx';

/** What somebody sees who has the link and is not in yet: whose room, who is there, what plays, one button. */
export function Invitation({ item, ...events }: InvitationProps) {
  const { t } = useTranslation('rooms');
  const room = item.room;
  if (!room) return null;
  return (
    <Page title={room.name} width="narrow">
      <article className="overflow-hidden rounded-card border border-border bg-surface shadow-raised">
        <RoomCover roomId={room.id} cover={room.cover} className="h-40" />
        <div className="grid gap-5 p-6 text-center">
          <div>
            <p className="text-muted">
              <bdi>{t('invitation.by', { name: room.creator_username })}</bdi>
            </p>
            <h1 dir="auto" className="mt-1 text-2xl font-semibold tracking-tight wrap-anywhere">
              {room.name}
            </h1>
            {room.description && (
              <p dir="auto" className="mt-2 text-muted wrap-anywhere">
                {room.description}
              </p>
            )}
          </div>
          <InvitationFacts item={item} />
          {item.schedule && (
            <Suspense>
              <InvitationSchedule schedule={item.schedule} roomId={room.id} />
            </Suspense>
          )}
          <InvitationAction item={item} {...events} />
        </div>
      </article>
    </Page>
  );
}
