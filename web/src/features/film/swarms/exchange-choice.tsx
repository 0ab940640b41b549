import type { RoomConnection } from '../../../client/room/room.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { useStoredChoice } from '../../../ui/stored-choice.ts';
import { Choice } from '../playback/choice.port.tsx';
import { useChosenInfo, usePlayback } from '../playback/playback.port.ts';
import { type ExchangeChoice, exchangeChoice } from './choice.ts';

/** Lets the person choose whether to exchange films with others. Shown if the film may be exchanged. [WSW2] */
export function ExchangeChoices({ room }: { readonly room: RoomConnection }) {
  const { t } = useTranslation('swarms');
  const chosen = useStoredChoice(exchangeChoice);
  const isLive = usePlayback(room)?.playback_kind === 'live';
  const isOffered = useChosenInfo(room)?.medias.some((media) => media.p2p_delivery) ?? false;
  // Live streams are not exchanged. [WSW1]
  if (!isOffered || isLive) return null;
  return (
    <div>
      <Choice
        label={t('title')}
        value={chosen}
        options={(['auto', 'on', 'off'] as const).map((value) => [value, t(value)])}
        onChange={(value) => exchangeChoice.set(value as ExchangeChoice)}
      />
      <p className="mt-1 text-muted text-sm">{t('hint')}</p>
    </div>
  );
}
