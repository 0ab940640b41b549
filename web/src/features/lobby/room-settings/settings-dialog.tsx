import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { TransferRoom } from '../../people/room-ownership/transfer-room.port.tsx';
import { WhenILeave } from '../../people/room-ownership/when-i-leave.port.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { CloseRoom } from './close-room.tsx';
import { DeleteRoom } from './delete-room.tsx';
import { useGuardedClose } from './guarded-close.port.tsx';
import { RoomCoverField } from './room-cover-field.tsx';
import { SettingsFields } from './settings-fields.port.tsx';

/**
 * Reads the settings when the dialog opens. Saving names their version, so that it never overwrites newer settings
 * unseen.
 */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['room-settings', 'rooms']);
  const { api } = useSession();
  const { info: room, self } = useRoom();
  const { close, setChanged, question } = useGuardedClose(onClose);
  const query = useQuery({
    queryKey: ['room-settings', room.id],
    queryFn: () => api.call('RoomService.GetRoomSettings', { room_id: room.id }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog title={t('title')} isOpen onClose={close}>
      {query.isPending && <Skeleton className="h-96" />}
      {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.settings && (
        <div className="mb-6">
          <RoomCoverField room={room} />
        </div>
      )}
      {query.data?.settings && (
        <SettingsFields
          // A new version makes a new form, which shows the values that another person saved.
          key={query.data.version}
          room={room}
          settings={query.data.settings}
          version={query.data.version}
          onChanged={setChanged}
          onSaved={onClose}
          onStale={() => void query.refetch()}
        />
      )}
      {self.role === 'creator' && (
        <>
          <TransferRoom room={room} onDone={onClose} />
          <WhenILeave room={room} />
          <CloseRoom room={room} onDone={onClose} />
          <DeleteRoom room={room} />
        </>
      )}
      {question}
    </Dialog>
  );
}
