/** The names of a new feature, in every form that files need. */
export interface Names {
  /** Folder: `watch-parties`. */
  readonly folder: string;
  /** The wings of the server and of the web app that the folders are in. */
  readonly wing: string;
  readonly webWing: string;
  /** Proto files and tables: `watch_parties`. */
  readonly snake: string;
  /** `watchParties` */
  readonly camel: string;
  /** `WatchParties` */
  readonly title: string;
  /** One of them: `WatchParty`. */
  readonly item: string;
  /** `watchParty` */
  readonly itemCamel: string;
  /** `watch_party` */
  readonly itemSnake: string;
  /** Prefix of ids: `watchparty`. */
  readonly idPrefix: string;
  /** For sentences: `watch parties`, and one `watch party`. */
  readonly words: string;
  readonly itemWords: string;
  /** Prefix of rule ids: `WP`. */
  readonly rule: string;
}

export type Wings = Pick<Names, 'wing' | 'webWing'>;

/**
 * `folder` and `item` are lower-case letters and dashes. `takenRules` are the prefixes of rule ids in existing specs.
 * Without `item`, one of them is called by the singular of the folder.
 */
export function namesOf(
  folder: string,
  wings: Wings,
  takenRules: ReadonlySet<string>,
  item: string = singular(folder),
): Names {
  const title = titleOf(folder);
  const itemTitle = titleOf(item);
  return {
    folder,
    ...wings,
    snake: folder.replaceAll('-', '_'),
    camel: lowerFirst(title),
    title,
    item: itemTitle,
    itemCamel: lowerFirst(itemTitle),
    itemSnake: item.replaceAll('-', '_'),
    idPrefix: item.replaceAll('-', ''),
    words: folder.replaceAll('-', ' '),
    itemWords: item.replaceAll('-', ' '),
    rule: freeRule(folder, takenRules),
  };
}

/** When the name is no plural, its items are called entries. */
function singular(folder: string): string {
  if (folder.endsWith('ies')) return `${folder.slice(0, -3)}y`;
  if (folder.endsWith('zzes')) return folder.slice(0, -3);
  if (/(?:ss|x|ch|sh)es$/.test(folder)) return folder.slice(0, -2);
  return /[^s]s$/.test(folder) ? folder.slice(0, -1) : `${folder}-entry`;
}

function titleOf(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function lowerFirst(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}

/** Two or three letters of the name that are not yet a prefix of rule ids. */
function freeRule(folder: string, taken: ReadonlySet<string>): string {
  const [first, ...others] = folder.replaceAll('-', '').toUpperCase();
  const pairs = others.map((letter) => `${first}${letter}`);
  const found = [...pairs, ...pairs.map((pair) => `${pair}X`)].find((prefix) => !taken.has(prefix));
  if (found === undefined) throw new Error(`every beginning of rule ids that fits ${folder} is taken`);
  return found;
}
