import { Coffee } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Choice } from '../playback/choice.port.tsx';
import { usePlaybackState } from '../playback/playback.port.ts';
import { useTakeBreak } from './use-break.ts';

const offered = [5, 10, 15, 30];
const own = 'own';
/** Longest break, in minutes. */
const mostMinutes = 240;

/** Gives everybody a break. [SY87] */
export function BreakDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('breaks');
  const { room } = useRoom();
  const hasItem = usePlaybackState(room)?.media_id !== undefined;
  const [chosen, choose] = useState('10');
  const [written, write] = useState('20');
  const [goesOn, setGoesOn] = useState(true);
  const [isWrong, setWrong] = useState(false);
  const take = useTakeBreak(room, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const minutes = Number(chosen === own ? written : chosen);
    const isValid = Number.isInteger(minutes) && minutes >= 1 && minutes <= mostMinutes;
    setWrong(!isValid);
    if (isValid && !take.isPending) take.mutate({ seconds: minutes * 60, goes_on: goesOn });
  };
  return (
    <Dialog title={t('title')} description={t(hasItem ? 'text' : 'nothing')} isOpen onClose={onClose}>
      {hasItem && (
        <form onSubmit={submit} className="grid gap-4" noValidate>
          <Choice
            label={t('length')}
            value={chosen}
            options={[
              ...offered.map((count): [string, string] => [String(count), t('minutes', { count })]),
              [own, t('own')],
            ]}
            onChange={choose}
          />
          {chosen === own && (
            <TextField
              label={t('ownMinutes')}
              inputMode="numeric"
              value={written}
              error={isWrong ? t('wrong', { most: mostMinutes }) : undefined}
              onChange={(event) => write(event.target.value)}
            />
          )}
          <Switch label={t('byItself')} hint={t('byItselfHint')} checked={goesOn} onChange={setGoesOn} />
          <Button type="submit" kind="primary" busy={take.isPending} icon={<Coffee size={18} aria-hidden="true" />}>
            {t('begin')}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
