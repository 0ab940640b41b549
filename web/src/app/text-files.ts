import type { Texts } from '../texts/translate.ts';

type Files = ReadonlyMap<string, () => Promise<Texts>>;

/** Where the texts of one language are, by folder and language: `chat de`. A reader loads the list of one language. */
interface LanguageFiles {
  readonly texts: Files;
  /** The words for errors that the features of the server declare. */
  readonly errors: Files;
}

const lists = import.meta.glob<LanguageFiles>('./languages/*.ts');

/** Loads the list of one language, which finds its texts. */
export async function loadTextList(language: string): Promise<LanguageFiles | undefined> {
  return lists[`./languages/${language}.ts`]?.();
}

/** Loads the texts of a feature in a language. @throws Error when the feature has none */
export async function loadTextFile(language: string, feature: string): Promise<Texts> {
  const loadFile = (await loadTextList(language))?.texts.get(`${feature} ${language}`);
  if (!loadFile) throw new Error(`no texts for ${feature} in ${language}`);
  return loadFile();
}

/**
 * The words for the errors that a feature of the server declares. They are in the folder of the same name here, or in
 * `errors` when there is no such folder. Empty when the server's own English words are plain enough.
 */
export async function loadErrorWords(language: string, feature: string): Promise<Texts> {
  const errors = (await loadTextList(language))?.errors;
  const loadFile = errors?.get(`${feature} ${language}`) ?? errors?.get(`errors ${language}`);
  return (await loadFile?.()) ?? {};
}
