import type { Random } from '../../../kernel/random.ts';

/** Longest username in characters. */
const maxLength = 50;
/** Numbers that are tried in order before random ones. */
const small = [2, 3, 4];
/**
 * Number of random four-digit numbers that are tried. Enough for twenty people who want the same name at the same time.
 */
const draws = 20;

/** The wanted name, then the same name with different numbers appended. */
export function* namesLike(wanted: string, random: Random): Generator<string> {
  yield wanted;
  const numbers = [...small, ...Array.from({ length: draws }, () => 1_000 + (random.bytes(2).readUInt16BE() % 9_000))];
  for (const number of numbers) {
    const ending = String(number);
    yield [...wanted].slice(0, maxLength - ending.length).join('') + ending;
  }
}
