/** Keys that cannot be held to talk: they move the focus, press buttons, or are half of another press. [WVO10] */
const unfit =
  /^(?:Tab|Enter|NumpadEnter|Space|Escape|Shift|Control|Alt|Meta|OS|Arrow|Page|Home|End|ContextMenu|F\d|Digit)/;

/** The name of a key that is known by its place on the keyboard (`KeyboardEvent.code`): `KeyV` is `V`. Pure. */
export function nameOfKey(code: string): string {
  return code.replace(/^(?:Key|Digit)/, '').replace(/([a-z])([A-Z])/g, '$1 $2');
}

/** Whether a key can be held to talk while the room uses the keys in `taken`, named as printed. Pure. [WVO10] */
export function fitsToTalk(code: string, taken: readonly string[]): boolean {
  return code !== '' && !unfit.test(code) && !taken.includes(nameOfKey(code));
}
