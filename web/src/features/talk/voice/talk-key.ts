/** What nobody can hold to talk: it moves the focus, presses buttons, or is half of another press. [WVO10] */
const unfit =
  /^(?:Tab|Enter|NumpadEnter|Space|Escape|Shift|Control|Alt|Meta|OS|Arrow|Page|Home|End|ContextMenu|F\d|Digit)/;

/** What a key is called that is known by its place on the keyboard (`KeyboardEvent.code`): `KeyV` is `V`. Pure. */
export function nameOfKey(code: string): string {
  return code.replace(/^(?:Key|Digit)/, '').replace(/([a-z])([A-Z])/g, '$1 $2');
}

/** Whether a key can be held to talk while the room uses those in `taken`, as they are printed. Pure. [WVO10] */
export function fitsToTalk(code: string, taken: readonly string[]): boolean {
  return code !== '' && !unfit.test(code) && !taken.includes(nameOfKey(code));
}
