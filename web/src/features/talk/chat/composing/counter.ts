import { maxMessageLength } from '../content.ts';

/** How many characters are left, or too many. [WC6] */
export function countText(length: number, say: (key: string, options: { count: number }) => string): string {
  const left = maxMessageLength - length;
  return left < 0 ? say('tooLong', { count: -left }) : say('left', { count: left });
}
