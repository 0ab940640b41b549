import type { Room } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../client/calls/api.ts';
import { ApiError } from '../../../client/calls/api-error.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { makePasswordRecord } from '../../account/passwords/passwords.port.ts';
import type { PasswordChange, SettingsChange } from './settings-change.ts';

/** A save: its room, the acting role and the version of the settings. */
interface Saving {
  readonly room: Room;
  /** Role in which they are saved: a member of the room, or an administrator of the server. */
  readonly as: 'RoomService' | 'AdminService';
  /** Version of the settings on which the change is based. */
  readonly version: number;
}

interface SaveEnds {
  readonly onSaved: () => void;
  /** Called when the form no longer shows the server's settings. */
  readonly onStale: () => void;
}

/** Some changes are saved, and a later one was refused. */
class PartlySaved extends Error {}

/** Saves the changes of the form. */
export function useSave(saving: Saving, { onSaved, onStale }: SaveEnds) {
  const { t } = useTranslation('room-settings');
  const { api } = useSession();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (change: SettingsChange) => save(api, saving, change),
    onSuccess: () => {
      showToast(t('saved'));
      onSaved();
    },
    onError: (error) => {
      const isStale = error instanceof ApiError && error.status === 409;
      if (!isStale && !(error instanceof PartlySaved)) return;
      showToast(isStale ? t('stale') : errorText(error.cause), 'danger');
      onStale();
    },
  });
}

/** Saves the settings first: only their call fails if another person has changed the room. [WR3] [WR5] */
async function save(api: Api, { room, as, version }: Saving, change: SettingsChange): Promise<void> {
  const { visibility, password, ...settings } = change;
  const steps: (() => Promise<unknown>)[] = [];
  if ('settings' in settings)
    steps.push(() =>
      api.call(`${as}.UpdateRoomSettings`, { room_id: room.id, ...settings, expected_version: version }),
    );
  if (visibility) steps.push(() => api.call('RoomService.UpdateRoomVisibility', { room_id: room.id, visibility }));
  if (password) steps.push(() => savePassword(api, room.id, password));
  for (const [done, step] of steps.entries()) {
    await step().catch((cause: unknown) => {
      throw done === 0 ? cause : new PartlySaved('partly saved', { cause });
    });
  }
}

async function savePassword(api: Api, room_id: string, change: PasswordChange): Promise<void> {
  if (change.kind === 'remove') await api.call('RoomService.ClearRoomPassword', { room_id });
  if (change.kind !== 'set') return;
  const registration_upload = await makePasswordRecord(change.password, async (registration_request) => {
    const call = 'RoomService.StartRoomPasswordRegistration';
    return (await api.call(call, { room_id, registration_request })).registration_response;
  });
  await api.call('RoomService.FinishRoomPasswordRegistration', { room_id, registration_upload });
}
