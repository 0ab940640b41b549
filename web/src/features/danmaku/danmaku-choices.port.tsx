import type { PlaybackDanmaku } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { type Kept, useKept } from '../../ui/kept.ts';
import { Choice } from '../playback/choice.port.tsx';
import { danmakuShown } from './choices.port.ts';
import {
  amounts,
  areas,
  danmakuAmount,
  danmakuArea,
  danmakuOpacity,
  danmakuSize,
  danmakuSource,
  danmakuSpeed,
  opacities,
  sizes,
  speeds,
} from './choices.ts';
import { findDanmaku } from './use-comments.ts';

/** What one person chooses about comments over films. [WDK3] */
export function DanmakuChoices({ danmakus }: { readonly danmakus: readonly PlaybackDanmaku[] }) {
  const { t } = useTranslation('danmaku');
  const isShown = useKept(danmakuShown);
  const wanted = useKept(danmakuSource);
  const names = danmakus.map(({ name }) => name).filter((name) => name !== '');
  return (
    <>
      <Choice
        label={t('title')}
        value={isShown}
        options={[
          ['on', t('on')],
          ['off', t('off')],
        ]}
        onChange={(value) => danmakuShown.set(value === 'on' ? 'on' : 'off')}
      />
      {isShown === 'on' && (
        <>
          {names.length > 1 && (
            <Choice
              label={t('source')}
              value={findDanmaku(danmakus, wanted)?.name ?? ''}
              options={names.map((name) => [name, name])}
              onChange={danmakuSource.set}
            />
          )}
          <Kind name="amount" kept={danmakuAmount} options={amounts} />
          <Kind name="size" kept={danmakuSize} options={sizes} />
          <Kind name="opacity" kept={danmakuOpacity} options={opacities} />
          <Kind name="speed" kept={danmakuSpeed} options={speeds} />
          <Kind name="area" kept={danmakuArea} options={areas} />
        </>
      )}
    </>
  );
}

interface KindProps<T extends string> {
  readonly name: string;
  readonly kept: Kept<T>;
  readonly options: Readonly<Record<T, number>>;
}

function Kind<T extends string>({ name, kept, options }: KindProps<T>) {
  const { t } = useTranslation('danmaku');
  const value = useKept(kept);
  return (
    <Choice
      label={t(`${name}.title`)}
      value={value}
      options={Object.keys(options).map((option) => [option, t(`${name}.${option}`)])}
      onChange={(chosen) => kept.set(chosen as T)}
    />
  );
}
