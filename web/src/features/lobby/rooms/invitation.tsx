import type { RoomDiscoveryItem } from '@matinee/contract/gen/api.ts';
import { Suspense } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { InvitationSchedule } from '../../library/schedule/lazily.port.tsx';
import { Page } from '../../shared/shell/page.port.tsx';
import { InvitationAction, type InvitationProps } from './invitation/invitation-action.tsx';
import { InvitationFacts } from './invitation/invitation-facts.tsx';
import { RoomCover } from './room-cover.tsx';

/** The card of the room. `hasEnded`: the invitation in the link is no longer valid. */
export interface InvitationCard {
  readonly room?: RoomDiscoveryItem;
  /** Name of the person who made the invitation. */
  readonly invitedBy?: string;
  readonly hasEnded?: boolean;
}

/**
 * The view of a visitor with the link before entering: the room's owner, the people in it, the current film, and one
 * button.
 */
export function Invitation({
  item,
  invitedBy,
  hasEnded,
  ...events
}: InvitationProps & { readonly invitedBy?: string | undefined; readonly hasEnded?: boolean | undefined }) {
  const { t } = useTranslation('rooms');
  const room = item.room;
  if (!room) return null;
  const isInviting = !['UNAVAILABLE', 'COOLDOWN', 'INVITATION'].includes(item.access);
  return (
    <Page title={room.name} width="card">
      <article className="overflow-hidden rounded-card border border-border bg-surface shadow-raised">
        <RoomCover roomId={room.id} cover={room.cover ?? item.now_playing_picture} className="h-40 low:hidden" />
        <div className="grid gap-5 p-6 text-center low:grid-cols-2 low:items-center">
          <div className="grid gap-5">
            <div>
              <p className="text-muted">
                <bdi>{t(isInviting ? 'invitation.by' : 'invitation.of', { name: room.creator_display_name })}</bdi>
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
            {item.access !== 'UNAVAILABLE' && <InvitationFacts item={item} />}
            {item.schedule && item.access !== 'UNAVAILABLE' && (
              <Suspense>
                <InvitationSchedule schedule={item.schedule} roomId={room.id} />
              </Suspense>
            )}
            {invitedBy && <p className="text-balance text-muted">{t('invitation.invited', { name: invitedBy })}</p>}
            {hasEnded && (
              <p role="status" className="rounded-control bg-surface-2 px-4 py-3 text-balance">
                {t('invitation.ended')}
              </p>
            )}
          </div>
          <InvitationAction item={item} {...events} />
        </div>
      </article>
    </Page>
  );
}
