import type { MediaChapter } from '@matinee/contract/gen/api.ts';

export type PartKind = 'intro' | 'recap' | 'credits';

/** A part of a film that people skip. */
export interface SkippedPart {
  readonly kind: PartKind;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** What chapters are called that people skip, in small letters. A name counts as a whole, so `Opening night` is none. */
const names: Readonly<Record<PartKind, string>> = {
  intro:
    'intro|opening|opening credits|opening theme|opening titles|main title|main titles|title sequence|theme song|op|' +
    'vorspann|titellied|générique|générique de début|générique d’ouverture|cabecera|entradilla|abertura|vinheta|' +
    'заставка|опенинг|オープニング|オープニングテーマ|片头|片头曲|主题曲|مقدمة|شارة البداية',
  recap:
    'recap|previously|previously on|rückblick|was bisher geschah|résumé|résumé des épisodes précédents|resumen|' +
    'anteriormente|resumo|ранее|ранее в сериале|краткое содержание|前回のあらすじ|あらすじ|前情提要|前情回顾|ملخص|ملخص ما سبق',
  credits:
    'credits|end credits|ending credits|closing credits|ending|ending theme|ed|outro|abspann|générique de fin|' +
    'créditos|créditos finales|créditos finais|encerramento|титры|финальные титры|эндинг|エンディング|エンディングテーマ|' +
    '片尾|片尾曲|شارة النهاية',
};

const kindOf = new Map(
  (Object.keys(names) as PartKind[]).flatMap((kind) => names[kind].split('|').map((name) => [name, kind] as const)),
);

/** A longer opening is the film itself, and its chapter has a wrong name. */
const longestSeconds = 600;

/** The kind of a chapter by its name: `Opening 2`, `03. Intro`, `[OP]`. Pure. */
function kindNamed(name: string): PartKind | undefined {
  const words = name.normalize('NFC').toLowerCase().replaceAll("'", '’');
  const text = words.replace(/^[\s\d.:()[\]#-]+/, '').slice(0, 60);
  let end = text.length;
  while (end > 0 && ' .:…()[]0123456789'.includes(text[end - 1]!)) end -= 1;
  return kindOf.get(text.slice(0, end));
}

/**
 * The part at `position` that people skip, as the film's chapters name it. A part reaches to the next chapter, the
 * credits else to the end of the film. Undefined: the film itself. Pure. [WSE3]
 * @param chapters in the order of time
 */
export function partAt(chapters: readonly MediaChapter[], duration: number, position: number): SkippedPart | undefined {
  const at = chapters.findLastIndex(({ start_seconds }) => start_seconds <= position);
  const [chapter, next] = [chapters[at], chapters[at + 1]];
  const kind = chapter && kindNamed(chapter.name);
  if (!chapter || !kind) return undefined;
  // A film of nothing but an opening has no film after it.
  if (!next && kind !== 'credits') return undefined;
  const startSeconds = chapter.start_seconds;
  const endSeconds = next?.start_seconds ?? duration;
  const isTooLong = kind !== 'credits' && endSeconds - startSeconds > longestSeconds;
  return isTooLong || endSeconds <= startSeconds ? undefined : { kind, startSeconds, endSeconds };
}
