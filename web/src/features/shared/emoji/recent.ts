import { makeStoredChoice } from '../../../ui/stored-choice.ts';

/** The most emoji that are remembered: three lines of the picker. */
const most = 24;

const kept = makeStoredChoice<string>('matinee.emoji.recent', (stored) => stored ?? '');

/** The emoji that were used last on this device, the latest first. [WEM2] */
export function recentEmojis(): readonly string[] {
  return kept.get().split(' ').filter(Boolean).slice(0, most);
}

export function rememberEmoji(emoji: string): void {
  const others = recentEmojis().filter((one) => one !== emoji);
  kept.set([emoji, ...others].slice(0, most).join(' '));
}
