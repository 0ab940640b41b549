import type { Room, RoomSuccession } from '@matinee/contract/gen/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import type { Heir } from './heir-list.tsx';
import { HeirSearch } from './heir-search.tsx';
import { successionKey } from './succession.ts';

/** Days of absence that are offered; 0: the room only goes over when its owner leaves. */
const offeredDays = [0, 7, 14, 30, 90, 180];

type Way = 'nobody' | 'admins' | 'named';

interface SuccessionFormProps {
  readonly room: Room;
  readonly before: RoomSuccession | undefined;
  readonly onDone: () => void;
}

/** Chooses the successor for when the owner leaves, or stays away for long. [WOW3] */
export function SuccessionForm({ room, before, onDone }: SuccessionFormProps) {
  const { t } = useTranslation('room-ownership');
  const errorText = useErrorText('room-ownership');
  const [way, setWay] = useState<Way>(before ? (before.named ? 'named' : 'admins') : 'nobody');
  const [heir, setHeir] = useState<Heir | undefined>(before?.named);
  const [awayDays, setAwayDays] = useState(before?.away_days ?? 0);
  const save = useSave(room.id, () => {
    showToast(t('after.saved'));
    onDone();
  });
  const named = way === 'named' ? heir?.user_id : '';
  return (
    <Form
      className="grid grid-cols-1 gap-4"
      onSubmit={() => save.mutate(way === 'nobody' ? undefined : { heir_id: named ?? '', away_days: awayDays })}
    >
      <p>{t('after.text')}</p>
      <Choice
        label={t('after.who')}
        value={way}
        options={(['nobody', 'admins', 'named'] as const).map((value) => ({
          value,
          label: t(`after.${value}`),
          hint: t(`after.${value}Hint`),
        }))}
        onChange={setWay}
      />
      {way === 'named' && <HeirSearch roomId={room.id} label={t('heir')} chosen={heir} onChoose={setHeir} />}
      {way !== 'nobody' && (
        <Select
          label={t('after.away')}
          value={String(awayDays)}
          options={[...new Set([...offeredDays, awayDays])].map((count) => ({
            value: String(count),
            label: count === 0 ? t('after.awayNever') : t('after.awayDays', { count }),
          }))}
          onChange={(value) => setAwayDays(Number(value))}
        />
      )}
      {save.error && (
        <p role="alert" className="text-danger">
          {errorText(save.error)}
        </p>
      )}
      <Button kind="primary" type="submit" disabled={named === undefined} busy={save.isPending}>
        {t('after.save')}
      </Button>
    </Form>
  );
}

/** Stores the choice; undefined takes it back. */
function useSave(room_id: string, onSaved: () => void) {
  const { api } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (choice: { readonly heir_id: string; readonly away_days: number } | undefined) => {
      if (!choice) return api.call('RoomSuccessionService.ClearRoomSuccession', { room_id });
      return api.call('RoomSuccessionService.PutRoomSuccession', { room_id, ...choice });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: successionKey(room_id) });
      onSaved();
    },
  });
}
