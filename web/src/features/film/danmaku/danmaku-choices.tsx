import type { PlaybackDanmaku } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { type StoredChoice, useStoredChoice } from '../../../ui/stored-choice.ts';
import { Choice } from '../playback/choice.port.tsx';
import { danmakuShown, roomCommentsShown } from './choices.port.ts';
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
import { type OwnComments, showOwnComments } from './own-comments.ts';
import { findDanmaku } from './use-comments.ts';

/** Cannot collide with a document: their names have no line breaks. */
const ownValue = '\nown';

export interface DanmakuChoicesProps {
  readonly danmakus: readonly PlaybackDanmaku[];
  /** Comments from this person's own file. */
  readonly own?: OwnComments | undefined;
}

/** One person's choices about comments over films. [WDK3] */
export function DanmakuChoices({ danmakus, own }: DanmakuChoicesProps) {
  const { t } = useTranslation('danmaku');
  const isShown = useStoredChoice(danmakuShown);
  const wanted = useStoredChoice(danmakuSource);
  // If there is also a file, all documents without a name are one choice.
  const names = [...new Set(danmakus.map(({ name }) => name))].filter((name) => own || name !== '');
  const options = [
    ...names.map((name): [string, string] => [name, name || t('ofItem')]),
    ...(own ? [[ownValue, own.name] as const] : []),
  ];
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
          {options.length > 1 && (
            <Choice
              label={t('source')}
              value={own?.isShown ? ownValue : (findDanmaku(danmakus, wanted)?.name ?? '')}
              options={options}
              onChange={(value) => {
                showOwnComments(value === ownValue);
                if (value !== ownValue) danmakuSource.set(value);
              }}
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

/** Whether new messages of the room fly over its film. [WC18] */
export function RoomCommentsChoice() {
  const { t } = useTranslation('danmaku');
  return (
    <Choice
      label={t('ofRoom')}
      value={useStoredChoice(roomCommentsShown)}
      options={[
        ['on', t('on')],
        ['off', t('off')],
      ]}
      onChange={(value) => {
        roomCommentsShown.set(value === 'on' ? 'on' : 'off');
        if (value === 'on') danmakuShown.set('on');
      }}
    />
  );
}

interface KindProps<T extends string> {
  readonly name: string;
  readonly kept: StoredChoice<T>;
  readonly options: Readonly<Record<T, number>>;
}

function Kind<T extends string>({ name, kept, options }: KindProps<T>) {
  const { t } = useTranslation('danmaku');
  const value = useStoredChoice(kept);
  return (
    <Choice
      label={t(`${name}.title`)}
      value={value}
      options={Object.keys(options).map((option) => [option, t(`${name}.${option}`)])}
      onChange={(chosen) => kept.set(chosen as T)}
    />
  );
}
