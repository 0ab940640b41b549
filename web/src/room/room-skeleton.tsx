import type { RoomConnection } from '../client/room/room.ts';
import { useTranslation } from '../texts/use-translation.ts';
import { Skeleton } from '../ui/signs/skeleton.tsx';
import { ConnectionBanner } from './connection-banner.tsx';

/** Shown while the room is loading. `room`: its connection, once there is one; the person then sees when it fails. */
export function RoomSkeleton({ room }: { readonly room?: RoomConnection }) {
  const { t } = useTranslation('shell');
  return (
    <div data-theme="dark" className="flex h-dvh flex-col bg-bg">
      {room && <ConnectionBanner room={room} />}
      <main className="flex min-h-0 flex-1 flex-col side:flex-row">
        <h1 className="sr-only">{t('loading')}</h1>
        <div className="aspect-video w-full bg-black side:aspect-auto side:flex-1" />
        <div className="grid flex-1 content-start gap-4 p-4 side:w-[clamp(17rem,36vw,24rem)] side:flex-none">
          <Skeleton className="h-11" />
          <Skeleton className="h-24" />
          <Skeleton className="h-16" />
        </div>
      </main>
    </div>
  );
}
