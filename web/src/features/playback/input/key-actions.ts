/** What the player's keys can do; an action is undefined when the person may not take it. */
export interface KeyActions {
  readonly togglePlay?: (() => void) | undefined;
  readonly seekBy?: ((seconds: number) => void) | undefined;
  readonly toggleMute: () => void;
  readonly changeVolume: (step: number) => void;
  readonly toggleFullScreen: () => void;
}

/** Does what `key` (in lower case) stands for: space or K, J and L, arrows, M, F. @returns false for a key that does nothing here. */
export function runKey(key: string, actions: KeyActions): boolean {
  switch (key) {
    case ' ':
    case 'k':
      return call(actions.togglePlay);
    case 'j':
    case 'arrowleft':
      return call(actions.seekBy, -10);
    case 'l':
    case 'arrowright':
      return call(actions.seekBy, 10);
    case 'arrowup':
      return call(actions.changeVolume, 0.1);
    case 'arrowdown':
      return call(actions.changeVolume, -0.1);
    case 'm':
      return call(actions.toggleMute);
    case 'f':
      return call(actions.toggleFullScreen);
    default:
      return false;
  }
}

function call<A extends unknown[]>(action: ((...args: A) => void) | undefined, ...args: A): boolean {
  action?.(...args);
  return action !== undefined;
}
