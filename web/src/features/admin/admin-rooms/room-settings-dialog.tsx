import type { Room } from '@matinee/contract/gen/api.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { useGuardedClose } from '../../lobby/room-settings/guarded-close.port.tsx';
import { SettingsFields } from '../../lobby/room-settings/settings-fields.port.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';

/** The settings of a room, in the form that its hosts use. Opening the dialog reads them, to know their version. */
export function RoomSettingsDialog({ room, onClose }: { readonly room: Room; readonly onClose: () => void }) {
  const { t } = useTranslation('room-settings');
  const { api } = useSession();
  const client = useQueryClient();
  const { close, setChanged, question } = useGuardedClose(onClose);
  const query = useQuery({
    queryKey: ['admin', 'room-settings', room.id],
    queryFn: () => api.call('AdminService.GetRoomSettings', { room_id: room.id }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const saved = () => {
    void client.invalidateQueries({ queryKey: ['admin', 'rooms'] });
    onClose();
  };
  return (
    <Dialog title={t('title')} isOpen onClose={close}>
      {query.isPending && <Skeleton className="h-96" />}
      {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.settings && (
        // Only the form suspends for its texts. If the dialogs around it did, they would reappear in another order.
        <Suspense fallback={<Skeleton className="h-96" />}>
          <SettingsFields
            key={query.data.version}
            as="AdminService"
            room={room}
            settings={query.data.settings}
            version={query.data.version}
            onChanged={setChanged}
            onSaved={saved}
            onStale={() => void query.refetch()}
          />
        </Suspense>
      )}
      {question}
    </Dialog>
  );
}
