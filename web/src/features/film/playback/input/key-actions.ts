/** The actions of the player's keys. */
export interface KeyActions {
  readonly togglePlay: () => void;
  readonly seekBy: (seconds: number) => void;
  readonly toggleMute: () => void;
  readonly changeVolume: (step: number) => void;
  readonly toggleFullScreen: () => void;
  readonly toggleDanmaku: () => void;
}

/** Runs the action of `key` (in lower case): space or K, J and L, arrows, M, F, D. @returns false for any other key. */
export function runKey(key: string, actions: KeyActions): boolean {
  switch (key) {
    case ' ':
    case 'k':
      actions.togglePlay();
      return true;
    case 'j':
    case 'arrowleft':
      actions.seekBy(-10);
      return true;
    case 'l':
    case 'arrowright':
      actions.seekBy(10);
      return true;
    case 'arrowup':
      actions.changeVolume(0.1);
      return true;
    case 'arrowdown':
      actions.changeVolume(-0.1);
      return true;
    case 'm':
      actions.toggleMute();
      return true;
    case 'f':
      actions.toggleFullScreen();
      return true;
    case 'd':
      actions.toggleDanmaku();
      return true;
    default:
      return false;
  }
}
