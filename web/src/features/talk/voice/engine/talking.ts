import type { RoomCommand } from '../../../../client/room/commands.ts';
import { makeStore, type Store, type WritableStore } from '../../../../client/store.ts';
import { talkMode } from '../choices.ts';
import type { Microphone, MicrophoneState } from './microphone.ts';
import { makeMuteReport } from './mute-report.ts';

/** Whether the others can hear this page. */
export interface Talking {
  readonly microphone: Store<MicrophoneState>;
  readonly track: Store<MediaStreamTrack | null>;
  /** The person has muted the microphone. The choice is kept for the next voice session. */
  readonly isMuted: Store<boolean>;
  /** True while a key or the button is held to talk. */
  readonly isHeld: Store<boolean>;
  setMuted(isMuted: boolean): void;
  setHeld(isHeld: boolean): void;
  /** Asks for the microphone again after a refusal. */
  askAgain(): void;
  /** The state that others see: they cannot hear this page, as the microphone is off or missing. */
  isSilent(): boolean;
  level(): number;
  /** Opens the microphone. */
  begin(): void;
  /** The server has a place for this page with `told` as its `isSilent`. From now on changes are sent to the server. */
  joined(told: boolean): void;
  end(): void;
}

/** Makes the talking of this page, with the microphone off. [WVO7] [WVO10] [WVO24] */
export function makeTalking(make: () => Microphone, command: (command: RoomCommand) => Promise<void>): Talking {
  const microphone = makeStore<MicrophoneState>({ is: 'off' });
  const track = makeStore<MediaStreamTrack | null>(null);
  const isMuted = makeStore(false);
  const isHeld = makeStore(false);
  const telling = makeMuteReport(command);
  let open: Microphone | undefined;
  let endModes = () => {};

  const isSilent = () => isMuted.get() || track.get() === null;

  function apply(): void {
    open?.letThrough(!isMuted.get() && (talkMode.get() === 'open' || isHeld.get()));
    telling.tell(isSilent());
  }

  return {
    microphone,
    track,
    isMuted,
    isHeld,
    setMuted(muted) {
      isMuted.set(muted);
      // A held key is released: otherwise the microphone would open unasked when muting ends.
      if (muted) isHeld.set(false);
      apply();
    },
    setHeld(held) {
      isHeld.set(held);
      apply();
    },
    askAgain: () => void open?.open(),
    isSilent,
    level: () => open?.level() ?? 0,
    begin() {
      const mine = make();
      open = mine;
      mirror(mine.state, microphone, () => open === mine);
      mirror(mine.track, track, () => open === mine, apply);
      endModes = talkMode.subscribe(apply);
      apply();
      void mine.open();
    },
    joined(told) {
      telling.begin(told);
      telling.tell(isSilent());
    },
    end() {
      telling.end();
      endModes();
      const mine = open;
      open = undefined;
      mine?.close();
      microphone.set({ is: 'off' });
      track.set(null);
      isHeld.set(false);
    },
  };
}

/** Copies each change of one store to another, as long as `isCurrent` says so. */
function mirror<T>(from: Store<T>, to: WritableStore<T>, isCurrent: () => boolean, onCopied = () => {}): void {
  from.subscribe(() => {
    if (!isCurrent()) return;
    to.set(from.get());
    onCopied();
  });
}
