import { SkippedPartKind } from '@matinee/contract/gen/service/client/skipped_parts_pb.ts';

/** Chapter names that people skip, in lower case. The whole name must match, so `Opening night` does not. */
const names: readonly (readonly [SkippedPartKind, string])[] = [
  [
    SkippedPartKind.INTRO,
    'intro|opening|opening credits|opening theme|opening titles|main title|main titles|title sequence|theme song|op|' +
      'vorspann|titellied|générique|générique de début|générique d’ouverture|cabecera|entradilla|abertura|vinheta|' +
      'заставка|опенинг|オープニング|オープニングテーマ|片头|片头曲|主题曲|مقدمة|شارة البداية',
  ],
  [
    SkippedPartKind.RECAP,
    'recap|previously|previously on|rückblick|was bisher geschah|résumé|résumé des épisodes précédents|resumen|' +
      'anteriormente|resumo|ранее|ранее в сериале|краткое содержание|前回のあらすじ|あらすじ|前情提要|前情回顾|ملخص|ملخص ما سبق',
  ],
  [
    SkippedPartKind.CREDITS,
    'credits|end credits|ending credits|closing credits|ending|ending theme|ed|outro|abspann|générique de fin|' +
      'créditos|créditos finales|créditos finais|encerramento|титры|финальные титры|эндинг|エンディング|エンディングテーマ|' +
      '片尾|片尾曲|شارة النهاية',
  ],
];

const kindOf = new Map(names.flatMap(([kind, all]) => all.split('|').map((name) => [name, kind] as const)));

/** The kind of a chapter by its name: `Opening 2`, `03. Intro`, `[OP]`. Pure. */
export function kindNamed(name: string): SkippedPartKind | undefined {
  const words = name.normalize('NFC').toLowerCase().replaceAll("'", '’');
  const text = words.replace(/^[\s\d.:()[\]#-]+/, '').slice(0, 60);
  let end = text.length;
  while (end > 0 && ' .:…()[]0123456789'.includes(text[end - 1]!)) end -= 1;
  return kindOf.get(text.slice(0, end));
}
