import { Mic, MicOff } from 'lucide-react';
import { type KeyboardEvent, useEffect } from 'react';
import { useStore } from '../../../../client/room/hooks.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { useStoredChoice } from '../../../../ui/stored-choice.ts';
import { talkKey, talkMode } from '../choices.ts';
import type { Talking } from '../engine/talking.ts';
import { nameOfKey } from '../talk-key.ts';

/** Switches the microphone off and on, or is held to talk. [WVO10] [WVO31] */
export function MicrophoneButton({ talking }: { readonly talking: Talking }) {
  const { t } = useTranslation('voice');
  const { is } = useStore(talking.microphone);
  const isMuted = useStore(talking.isMuted);
  const isPush = useStoredChoice(talkMode) === 'push';
  const key = nameOfKey(useStoredChoice(talkKey));
  if (is === 'refused') {
    return (
      <IconButton
        label={t('microphoneAgain')}
        tooltip="end"
        className="text-danger!"
        icon={<MicOff size={20} aria-hidden="true" />}
        onClick={talking.askAgain}
      />
    );
  }
  if (isPush && !isMuted) return <HoldButton talking={talking} label={t('holdToTalk', { key })} />;
  return (
    <IconButton
      label={t(isMuted ? 'unmute' : 'mute')}
      tooltip="end"
      className={isMuted ? 'text-danger!' : 'text-text!'}
      icon={isMuted ? <MicOff size={20} aria-hidden="true" /> : <Mic size={20} aria-hidden="true" />}
      onClick={() => talking.setMuted(!isMuted)}
    />
  );
}

function HoldButton({ talking, label }: { readonly talking: Talking; readonly label: string }) {
  const isHeld = useStore(talking.isHeld);
  const hold = () => talking.setHeld(true);
  const letGo = () => talking.setHeld(false);
  // A button that is unmounted during a press gets no release event.
  useEffect(() => () => talking.setHeld(false), [talking]);
  const isPress = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';
  return (
    <IconButton
      label={label}
      tooltip="end"
      aria-pressed={isHeld}
      className={classNames('touch-none select-none', isHeld ? 'bg-accent! text-on-accent!' : 'text-text!')}
      icon={<Mic size={20} aria-hidden="true" />}
      onPointerDown={(event) => {
        // The release counts wherever the finger has moved.
        event.currentTarget.setPointerCapture(event.pointerId);
        hold();
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => isPress(event) && !event.repeat && hold()}
      onKeyUp={(event) => isPress(event) && letGo()}
      onBlur={letGo}
    />
  );
}
