import { useStore } from '../../../client/room/hooks.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useStoredChoice } from '../../../ui/stored-choice.ts';
import { Choice } from '../playback/choice.port.tsx';
import type { PlayerHandle } from '../playback/use-player.ts';
import { evenLoudness, evenObstacle } from './choice.ts';

/** Whether loud and quiet parts are equally loud, and why the sound that plays stays as it is. [WEL1] [WEL4] */
export function EvenChoice({ signatures }: Pick<PlayerHandle, 'signatures'>) {
  const { t } = useTranslation(['even-loudness', 'playback']);
  const wanted = useStoredChoice(evenLoudness);
  const obstacle = useStore(evenObstacle);
  const { playProxied } = signatures;
  return (
    <div className="grid justify-items-start gap-1.5">
      <Choice
        label={t('title')}
        value={wanted}
        options={[
          ['on', t('on')],
          ['off', t('off')],
        ]}
        onChange={(value) => evenLoudness.set(value === 'on' ? 'on' : 'off')}
      />
      {wanted === 'on' && obstacle !== undefined ? (
        <>
          <p role="status">{t(obstacle)}</p>
          {obstacle === 'site' && playProxied && (
            <Button onClick={playProxied}>{t('broken.proxied', { ns: 'playback' })}</Button>
          )}
        </>
      ) : (
        <p className="text-muted">{t('hint')}</p>
      )}
    </div>
  );
}
