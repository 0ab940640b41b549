import { type KeyboardEvent, useState } from 'react';
import { roomEntries } from '../../../../room/room-entries.tsx';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { useStoredChoice } from '../../../../ui/stored-choice.ts';
import { talkKey } from '../choices.ts';
import { fitsToTalk, nameOfKey } from '../talk-key.ts';

/** Keys that other features use, named as printed. Some keys of the player are in no list. */
const taken = [
  ...roomEntries
    .filter(({ namespace }) => namespace !== 'voice')
    .flatMap(({ keys = [] }) => keys.flatMap(({ caps }) => caps)),
  'J',
  'L',
];

/** Chooses another key to hold: the next one that is pressed. [WVO10] */
export function TalkKey() {
  const { t } = useTranslation('voice');
  const key = nameOfKey(useStoredChoice(talkKey));
  const [state, setState] = useState<'shown' | 'waiting' | 'taken'>('shown');
  const onKeyDown = (event: KeyboardEvent) => {
    if (state === 'shown' || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return setState('shown');
    if (!fitsToTalk(event.code, taken)) return setState('taken');
    talkKey.set(event.code);
    setState('shown');
  };
  return (
    <div className="grid gap-1">
      <Button
        aria-live="polite"
        onClick={() => setState(state === 'shown' ? 'waiting' : 'shown')}
        onBlur={() => setState('shown')}
        onKeyDown={onKeyDown}
      >
        {state === 'shown' ? t('settings.key', { key }) : t('settings.pressKey')}
      </Button>
      {state === 'taken' && (
        <p role="alert" className="text-danger">
          {t('settings.keyTaken')}
        </p>
      )}
    </div>
  );
}
