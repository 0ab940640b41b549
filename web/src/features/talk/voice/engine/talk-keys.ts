import { isEditable } from '../../../../ui/is-editable.ts';
import { mayBeShortcut } from '../../../../ui/shortcuts.ts';
import { talkKey, talkMode } from '../choices.ts';
import type { Call } from './call.ts';

/**
 * While the person is in voice, Shift and M switch the microphone off and on, and the chosen key is held to talk.
 * @returns a function that ends this. [WVO10] [WVO16]
 */
export function followTalkKeys({ talking, state }: Pick<Call, 'talking' | 'state'>): () => void {
  const letGo = () => talking.isHeld.get() && talking.setHeld(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!mayBeShortcut(event) || state.get().is === 'idle') return;
    if (isEditable(event.target as HTMLElement)) return;
    const isTalk = talkMode.get() === 'push' && event.code === talkKey.get() && !event.shiftKey;
    const isMute = event.shiftKey && event.key.toLowerCase() === 'm';
    if (!isTalk && !isMute) return;
    // Before the player gets the key: M alone belongs to the player.
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (isTalk) talking.setHeld(true);
    else talking.setMuted(!talking.isMuted.get());
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.code === talkKey.get()) letGo();
  };
  // Switching to another window releases the key, although the page gets no key event.
  const onHide = () => document.visibilityState === 'hidden' && letGo();
  document.addEventListener('keydown', onKeyDown, { capture: true });
  document.addEventListener('keyup', onKeyUp, { capture: true });
  window.addEventListener('blur', letGo);
  document.addEventListener('visibilitychange', onHide);
  return () => {
    document.removeEventListener('keydown', onKeyDown, { capture: true });
    document.removeEventListener('keyup', onKeyUp, { capture: true });
    window.removeEventListener('blur', letGo);
    document.removeEventListener('visibilitychange', onHide);
  };
}
