import { Mic } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import type { OutgoingFiles } from './outgoing.ts';
import type { FilesDraft } from './sending/files-draft.ts';

const VoiceRecorder = lazily(() => import('./voice/voice-recorder.tsx').then((module) => module.VoiceRecorder));

/** The button replaces another one. A press within this time, in milliseconds, was meant for the other one. */
const settledMs = 700;

export interface VoiceButtonProps {
  readonly draft: FilesDraft;
  readonly onSend: (files: OutgoingFiles) => void;
}

/** Records a voice message. A press begins it; releasing a long press sends it. [WCF8] */
export function VoiceButton({ draft, onSend }: VoiceButtonProps) {
  const { t } = useTranslation('chat-files');
  const [isOpen, setOpen] = useState(false);
  const isHeld = useRef(false);
  const appeared = useRef(0);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    appeared.current = performance.now();
  }, []);
  const hold = () => {
    isHeld.current = true;
    const listening = new AbortController();
    const end = () => {
      listening.abort();
      isHeld.current = false;
    };
    addEventListener('pointerup', end, { signal: listening.signal });
    addEventListener('pointercancel', end, { signal: listening.signal });
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <IconButton
        ref={button}
        label={t('record')}
        tooltip="end"
        className="touch-none select-none"
        icon={<Mic size={20} aria-hidden="true" />}
        onPointerEnter={VoiceRecorder.load}
        onPointerDown={(event) => {
          if (event.button !== 0 || event.timeStamp - appeared.current < settledMs) return;
          hold();
          setOpen(true);
        }}
        onContextMenu={(event) => event.preventDefault()}
        onClick={({ detail }) => {
          // A click with a press count of 0 comes from a key.
          if (detail === 0) setOpen(true);
        }}
      />
      <Suspense>
        {isOpen && (
          <VoiceRecorder
            isHeld={() => isHeld.current}
            onClose={close}
            onSend={({ file, voice }) => onSend(draft.voice(file, voice))}
          />
        )}
      </Suspense>
    </>
  );
}
