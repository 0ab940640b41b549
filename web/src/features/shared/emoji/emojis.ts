/** An emoji as the picker offers it, in the language of the reader. */
export interface Emoji {
  readonly emoji: string;
  readonly name: string;
  /** English, as it is written between colons. */
  readonly shortcode: string;
  readonly hasTones: boolean;
  /** What it is found by, as `fold` writes it: its name first. */
  readonly words: readonly string[];
}

export interface EmojiGroup {
  /** `smileys`, `people`, …: `groups.NAME` in the texts. */
  readonly name: string;
  readonly emojis: readonly Emoji[];
}

/** What is stored of a group: `emoji short_name`, `+` behind it for skin tones, and the version of Unicode's emoji if it is a new one. */
export interface ListedGroup {
  readonly name: string;
  readonly emojis: readonly string[];
}

/** A name of each emoji, in the order of the list, and more words behind `|`. */
export type ListedNames = readonly string[];

/** Text as it is compared: small letters without accents. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').toLowerCase();
}

/**
 * Makes the groups of what is stored. Names are those of `names`, and each emoji is also found by those of `others`. Emoji of a version
 * that `isDrawn` refuses are left out. Pure. [WEM1] [WEM3]
 */
export function makeGroups(
  list: readonly ListedGroup[],
  names: ListedNames,
  others: ListedNames,
  isDrawn: (version: number) => boolean,
): readonly EmojiGroup[] {
  let place = 0;
  return list.map(({ name, emojis }) => ({
    name,
    emojis: emojis.flatMap((line) => {
      const at = place++;
      const [emoji = '', code = '', version = '0'] = line.split(' ');
      if (!isDrawn(Number(version))) return [];
      const own = (names[at] ?? '').split('|');
      const shortcode = code.replace(/\+$/, '');
      const words = [...own, ...(others[at] ?? '').split('|'), shortcode.replaceAll('_', ' ')].map(fold);
      return [{ emoji, name: own[0] ?? '', shortcode, hasTones: code.length > shortcode.length, words }];
    }),
  }));
}
