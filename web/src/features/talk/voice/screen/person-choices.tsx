import type { VoiceParticipant } from '@matinee/contract/gen/api.ts';
import { useId } from 'react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Switch } from '../../../../ui/fields/switch.tsx';
import { useStoredChoice } from '../../../../ui/stored-choice.ts';
import type { VoiceEngine } from '../engine/engine.ts';
import type { WayState } from '../engine/recovery.ts';
import { type Loudness, loudnesses, loudnessOf, withLoudness } from '../volumes.ts';

interface PersonChoicesProps {
  readonly engine: VoiceEngine;
  readonly participant: VoiceParticipant;
  readonly name: string;
  readonly isSelf: boolean;
  readonly way: WayState | undefined;
}

/** The loudness of a person on this device, and the state of the way to them. [WVO11] [WVO32] */
export function PersonChoices({ engine, participant, name, isSelf, way }: PersonChoicesProps) {
  const { t } = useTranslation('voice');
  const { peer, principal_id, guest, muted } = participant;
  const facts = [isSelf && t('thisIsYou'), guest && t('guest'), muted && t('state.muted')].filter(Boolean);
  return (
    <div className="grid gap-3">
      <div>
        <p dir="auto" className="truncate text-base font-semibold">
          {name}
        </p>
        {facts.length > 0 && <p className="text-muted">{facts.join(' · ')}</p>}
      </div>
      {!isSelf && <LoudnessFields principal={principal_id} />}
      {way && way !== 'there' && <p className="text-muted">{t(`way.${way}`, { name })}</p>}
      {way === 'none' && <Button onClick={() => engine.call.retry(peer)}>{t('tryAgain')}</Button>}
    </div>
  );
}

function LoudnessFields({ principal }: { readonly principal: string }) {
  const { t } = useTranslation('voice');
  const id = useId();
  const loudness = loudnessOf(useStoredChoice(loudnesses), principal);
  const percent = Math.round(loudness.volume * 100);
  const change = (changes: Partial<Loudness>) =>
    loudnesses.set(withLoudness(loudnesses.get(), principal, { ...loudness, ...changes }));
  return (
    <>
      <div className="grid gap-1">
        <div className="flex justify-between gap-4">
          <label htmlFor={id} className="font-medium">
            {t('volumeFor')}
          </label>
          <span aria-hidden="true" className="text-muted tabular-nums">
            {percent} %
          </span>
        </div>
        <input
          id={id}
          type="range"
          min={0}
          max={100}
          step={5}
          disabled={loudness.isMuted}
          value={percent}
          onChange={(event) => change({ volume: Number(event.target.value) / 100 })}
          className="h-8 w-full cursor-pointer accent-(--color-accent) disabled:opacity-50"
        />
      </div>
      <Switch
        label={t('silence')}
        hint={t('silenceHint')}
        checked={loudness.isMuted}
        onChange={(isMuted) => change({ isMuted })}
      />
    </>
  );
}
