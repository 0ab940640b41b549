import { encodings, usualLanguageOf } from '@matinee/subtitles/encodings.ts';
import { FileText } from 'lucide-react';
import { useId, useState } from 'react';
import { useStore } from '../../../../client/room/hooks.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Select } from '../../../../ui/fields/select.tsx';
import { useStoredChoice } from '../../../../ui/stored-choice.ts';
import { ShareSubtitles, TakeBackSubtitles } from '../../shared-subtitles/sharing.tsx';
import { Choice } from '../choice.port.tsx';
import { type SubtitleSize, type Subtitles, subtitleSize, subtitleSizes } from '../subtitles/subtitle-choice.ts';
import { subtitleLook, useIsMade } from '../subtitles/subtitle-look.ts';
import { subtitleEndings, useOpenSubtitles } from '../subtitles/use-dropped-files.ts';
import { Stepper, signed } from './stepper.tsx';
import { trackNames } from './track-names.ts';

const off = 'off';
const own = 'own';
/** How far one press moves the subtitles, in seconds. */
const delayStep = 0.5;

/** This person's choice of subtitles, their size, and their delay against the file. */
export function SubtitleChoices({ subtitles }: { readonly subtitles: Subtitles }) {
  const { t, i18n } = useTranslation('playback');
  const { available, chosen, delaySeconds } = subtitles;
  const size = useStoredChoice(subtitleSize);
  const tracks = trackNames(available, i18n.locale).map((name, index): [string, string] => [
    String(index),
    name || t('subtitles.track', { number: index + 1 }),
  ]);
  const options = [...tracks, ...(subtitles.own ? [[own, subtitles.own.name] as const] : [])];
  return (
    <div className="grid gap-3">
      {options.length === 0 ? (
        <p className="text-muted">{t('subtitles.none')}</p>
      ) : (
        <Choice
          label={t('subtitles.title')}
          value={String(chosen ?? off)}
          options={[[off, t('subtitles.off')], ...options]}
          onChange={(value) => subtitles.choose(value === off ? undefined : value === own ? own : Number(value))}
        />
      )}
      <OpenFile subtitles={subtitles} />
      <Sharing subtitles={subtitles} />
      {chosen !== undefined && (
        <>
          {/* Pictures have the size that they were made with. */}
          {subtitles.pictures === undefined && (
            <Choice
              label={t('subtitles.size')}
              value={size}
              options={Object.keys(subtitleSizes).map((one) => [one, t(`subtitles.${one}`)])}
              onChange={(value) => subtitleSize.set(value as SubtitleSize)}
            />
          )}
          {subtitles.read?.script !== undefined && <LookChoice subtitles={subtitles} />}
          <EncodingChoice subtitles={subtitles} />
          {/* For files whose times do not fit the film exactly. [SY44] */}
          <Stepper
            label={t('subtitles.delay')}
            shown={t('subtitles.delayIs', { seconds: signed(delaySeconds, i18n.locale) })}
            less={t('subtitles.earlier')}
            more={t('subtitles.later')}
            onStep={(direction) => subtitles.setDelay(delaySeconds + direction * delayStep)}
          />
        </>
      )}
    </div>
  );
}

/** For subtitles that have styles. Says where plain text is shown in their place. [SY90] [SY91] */
function LookChoice({ subtitles: { drawing } }: { readonly subtitles: Subtitles }) {
  const { t } = useTranslation('playback');
  const isMade = useIsMade();
  const state = useStore(drawing);
  const isPlainInstead = isMade && (state === 'failed' || state === 'letters');
  return (
    <div>
      <Choice
        label={t('subtitles.look')}
        value={isMade ? 'made' : 'plain'}
        options={[
          ['made', t('subtitles.made')],
          ['plain', t('subtitles.plain')],
        ]}
        onChange={(value) => subtitleLook.set(value === 'plain' ? 'plain' : 'made')}
      />
      <p role="status" className="mt-1.5 text-sm text-muted empty:hidden">
        {isPlainInstead && t('subtitles.plainInstead')}
      </p>
    </div>
  );
}

/** Gives one's own subtitles to everybody, or takes back what was given. [WSA2] [WSA3] */
function Sharing({ subtitles }: { readonly subtitles: Subtitles }) {
  const { own, chosen, mediaId, shared, encoding, showShared } = subtitles;
  if (shared) return <TakeBackSubtitles id={shared.sharedId} creatorId={shared.creatorId} />;
  if (chosen !== 'own' || !own || mediaId === undefined) return null;
  return (
    <ShareSubtitles
      mediaId={mediaId}
      name={own.name}
      language={own.language}
      readText={async () => (await import('../subtitles/read-file.ts')).textOf(own, encoding)}
      onShared={() => showShared(own)}
    />
  );
}

/** For old files: their letters are guessed, and a guess can be wrong. Files in UTF-8 leave no choice. [SY79] */
function EncodingChoice({ subtitles: { read, encoding, chooseEncoding } }: { readonly subtitles: Subtitles }) {
  const { t, i18n } = useTranslation('playback');
  const [found, setFound] = useState<string>();
  if (read && encoding === undefined && read.encoding !== found) setFound(read.encoding);
  if (found === undefined || found === 'utf-8') return null;
  const languages = new Intl.DisplayNames(i18n.locale, { type: 'language' });
  const nameOf = (label: string) => {
    const language = usualLanguageOf(label);
    return language === undefined ? label : `${languages.of(language)} (${label})`;
  };
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 font-semibold">
        {t('subtitles.encoding')}
      </p>
      <Select
        label={t('subtitles.encoding')}
        labelHidden
        value={encoding ?? ''}
        options={[
          { value: '', label: t('subtitles.encodingFound', { encoding: nameOf(found) }) },
          ...encodings.map((label) => ({ value: label, label: nameOf(label) })),
        ]}
        onChange={(label) => chooseEncoding(label || undefined)}
      />
    </div>
  );
}

/** Opens a subtitle file of this person. Dropping it on the film works too. [SY53] */
function OpenFile({ subtitles }: { readonly subtitles: Subtitles }) {
  const { t } = useTranslation('playback');
  const id = useId();
  const open = useOpenSubtitles(subtitles);
  return (
    <p>
      <input
        id={id}
        type="file"
        accept={subtitleEndings}
        className="peer sr-only"
        onChange={({ target }) => {
          const file = target.files?.item(0);
          if (file) open(file);
          // Lets the person choose the same file again.
          target.value = '';
        }}
      />
      <label
        htmlFor={id}
        className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-full bg-surface-2 px-3.5 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-text"
      >
        <FileText size={16} aria-hidden="true" />
        {t('subtitles.open')}
      </label>
    </p>
  );
}
