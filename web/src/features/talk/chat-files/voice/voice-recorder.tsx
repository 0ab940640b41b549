import { Mic, SendHorizontal, Square, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useStore } from '../../../../client/room/hooks.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { Spinner } from '../../../../ui/signs/spinner.tsx';
import { useEscape } from '../../../../ui/use-escape.ts';
import { duckFilm } from '../../../film/playback/duck.port.ts';
import { formatTime } from '../../../film/playback/format-time.port.ts';
import { makeSound } from '../shown/sound.ts';
import { SoundBar } from '../shown/sound-bar.tsx';
import { barsOf } from '../shown/waveform.ts';
import { type Recorder, type RecorderState, type Recording, startRecorder } from './recorder.ts';
import { useHold } from './use-hold.ts';

export interface VoiceRecorderProps {
  /** Whether the press that began the recording still lasts. Letting go then sends. */
  readonly isHeld: () => boolean;
  readonly onSend: (recording: Recording) => void;
  readonly onClose: () => void;
}

/**
 * Records a voice message in place of the field. Escape discards it. The person can listen to it before sending. [WCF8]
 */
export function VoiceRecorder({ isHeld, onSend, onClose }: VoiceRecorderProps) {
  const { t } = useTranslation('chat-files');
  const recorder = useRecorder();
  const state = useStore(recorder.state);
  const place = useRef<HTMLFieldSetElement>(null);
  const send = async () => {
    const recording = await recorder.stop();
    if (recording) onSend(recording);
    onClose();
  };
  const cancel = () => {
    recorder.cancel();
    onClose();
  };
  useHold({ isHeld, isOn: state.is === 'recording', onLetGo: () => void send(), onSlideAway: cancel });
  useEscape(cancel);
  useEffect(() => place.current?.focus(), []);
  return (
    <fieldset
      ref={place}
      aria-label={t('voice')}
      tabIndex={-1}
      className="absolute inset-0 z-10 flex min-w-0 items-center gap-2 bg-surface px-3 outline-none"
    >
      {state.is === 'refused' ? (
        <Refused onClose={onClose}>{t(`voiceRefused.${state.why}`)}</Refused>
      ) : (
        <>
          <IconButton
            label={t('voiceDiscard')}
            tooltip="start"
            className="hover:!text-danger"
            icon={<Trash2 size={20} aria-hidden="true" />}
            onClick={cancel}
          />
          <Content state={state} />
          {state.is === 'recording' && (
            <IconButton
              label={t('voiceStop')}
              icon={<Square size={18} aria-hidden="true" className="fill-current" />}
              onClick={() => void recorder.stop().then((recording) => recording ?? onClose())}
            />
          )}
          <IconButton
            label={t('voiceSend')}
            tooltip="end"
            disabled={state.is === 'asking'}
            className="!bg-accent !text-on-accent hover:!bg-accent-hover"
            icon={<SendHorizontal size={20} aria-hidden="true" className="rtl:-scale-x-100" />}
            onClick={() => void send()}
          />
        </>
      )}
    </fieldset>
  );
}

/** Records while the component is mounted, and lowers the film's volume meanwhile. [WCF11] */
function useRecorder(): Recorder {
  const recorder = useMemo(startRecorder, []);
  const isRecording = useStore(recorder.state).is === 'recording';
  useEffect(() => (isRecording ? duckFilm() : undefined), [isRecording]);
  useEffect(() => recorder.cancel, [recorder]);
  return recorder;
}

/** The recorded part of the message. */
function Content({ state }: { readonly state: RecorderState }) {
  const { t } = useTranslation('chat-files');
  return (
    <div className="min-w-0 flex-1">
      {state.is === 'asking' && (
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          <Spinner />
          {t('voiceAsking')}
        </p>
      )}
      {state.is === 'recording' && <Meter seconds={state.seconds} levels={state.levels} />}
      {state.is === 'recorded' && <Preview recording={state.recording} />}
    </div>
  );
}

/** Number of the drawn bars, for the last levels. */
const shownLevels = 40;

function Meter({ seconds, levels }: { readonly seconds: number; readonly levels: readonly number[] }) {
  const { t } = useTranslation('chat-files');
  const shown = levels.slice(-shownLevels);
  return (
    <div className="flex items-center gap-3">
      <span className="size-2.5 shrink-0 animate-pulse-soft rounded-full bg-danger" />
      <span role="timer" aria-label={t('voiceTime')} className="shrink-0 text-sm tabular-nums">
        {formatTime(seconds)}
      </span>
      <span aria-hidden="true" className="flex h-8 min-w-0 flex-1 items-center justify-end gap-px overflow-hidden">
        {shown.map((level, index) => (
          <span
            // Each bar is a place on the screen. The levels move along the bars.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            className="w-1 shrink-0 rounded-full bg-accent-text"
            style={{ height: `${Math.max(8, level * 100)}%` }}
          />
        ))}
      </span>
    </div>
  );
}

function Preview({ recording: { file, voice } }: { readonly recording: Recording }) {
  const { t } = useTranslation('chat-files');
  const sound = useMemo(
    () => makeSound(async () => URL.createObjectURL(file), voice.durationSeconds),
    [file, voice.durationSeconds],
  );
  useEffect(() => sound.close, [sound]);
  return <SoundBar sound={sound} label={t('voice')} bars={barsOf(voice.waveform)} />;
}

function Refused({ children, onClose }: { readonly children: ReactNode; readonly onClose: () => void }) {
  const { t } = useTranslation('chat-files');
  return (
    <>
      <Mic size={20} aria-hidden="true" className="shrink-0 text-danger" />
      <p role="alert" className="min-w-0 flex-1 text-xs text-danger">
        {children}
      </p>
      <Button onClick={onClose}>{t('close')}</Button>
    </>
  );
}
