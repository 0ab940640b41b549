import type { MediaChapter } from '@matinee/contract/gen/api.ts';

/** The chapters that the line shows: within the film, each start once, in the order of time. */
export function chaptersWithin(chapters: readonly MediaChapter[], duration: number): readonly MediaChapter[] {
  const inside = chapters.filter(({ start_seconds }) => start_seconds >= 0 && start_seconds < duration);
  return inside
    .sort((a, b) => a.start_seconds - b.start_seconds)
    .filter((chapter, index, all) => chapter.start_seconds !== all[index - 1]?.start_seconds);
}

/** The name of the chapter at `seconds`; empty: none. [SY54] */
export function chapterAt(chapters: readonly MediaChapter[], seconds: number): string {
  return chapters.findLast(({ start_seconds }) => start_seconds <= seconds)?.name ?? '';
}
