/** What somebody typed as their name, as a username: 50 characters at most, nothing but letters, digits, `_` and `-`. Pure. [WI2] */
export function asUsername(typed: string): string {
  const kept = typed
    .normalize('NFC')
    .trim()
    .replace(/\s+/gu, '_')
    .replace(/[^\p{L}\p{N}_-]/gu, '');
  return [...kept].slice(0, 50).join('');
}
