/**
 * The texts of the page in the reader's language. They are loaded feature by feature, when a screen first needs them.
 * The name of a feature is the namespace of its texts. [WT3] [WT4]
 */
import { findText, sayText, type TextOptions, type Texts } from './translate.ts';

/** Loads the texts of a namespace. */
export type LoadTexts = (language: string, namespace: string) => Promise<Texts>;

/** Says a text; where there is none, `defaultValue` or the key. */
export type Translate = (key: string, options?: TextOptions) => string;

let language = 'en';
let source: LoadTexts = () => Promise.resolve({});
const loaded = new Map<string, Texts>();
const loading = new Map<string, Promise<void>>();
/** The last load of each place, also one that has ended or failed. */
const loads = new Map<string, Promise<void>>();
const translators = new Map<string, Translate>();
const listeners = new Set<() => void>();

const placeOf = (ns: string, inLanguage: string) => `${inLanguage} ${ns}`;

/** Says where texts come from, and loads those of the first screen. Never rejects. */
export async function startTexts(load: LoadTexts, first: string, namespaces: readonly string[]): Promise<void> {
  source = load;
  await changeLanguage(first, namespaces);
}

export function currentLanguage(): string {
  return language;
}

/** Loads in `next` what is shown now, then speaks it. */
export async function changeLanguage(next: string, namespaces: readonly string[] = shownNamespaces()): Promise<void> {
  await Promise.all(namespaces.map((ns) => loadTexts(ns, next)));
  language = next;
  for (const listener of [...listeners]) listener();
}

function shownNamespaces(): string[] {
  const ending = placeOf('', language);
  return [...loaded.keys()].filter((place) => place.startsWith(ending)).map((place) => place.slice(ending.length));
}

/** Calls `listener` after each change of the language. @returns a function that ends it */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function hasTexts(namespace: string): boolean {
  return loaded.has(placeOf(namespace, language));
}

/**
 * Loads the texts of a namespace once. Never rejects: a page that shows keys is better than none, so what cannot be loaded counts as
 * empty until somebody calls `loadTexts` for it again.
 */
export function loadTexts(namespace: string, inLanguage = language): Promise<void> {
  const place = placeOf(namespace, inLanguage);
  const known = loading.get(place);
  if (known) return known;
  const load = source(inLanguage, namespace).then(
    (texts) => void loaded.set(place, texts),
    () => {
      loaded.set(place, {});
      loading.delete(place);
    },
  );
  loading.set(place, load);
  loads.set(place, load);
  // What React writes on a promise that it has seen end: without it, a component with texts that are there would wait for a moment.
  void load.then(() => Object.assign(load, { status: 'fulfilled', value: undefined }));
  return load;
}

/**
 * What a component waits for that shows texts of `namespace`; it starts the load where there was none. After the load it is still the
 * same promise: React must meet it again when it goes on with a component that has waited.
 */
export function loadOf(namespace: string): Promise<void> {
  return loads.get(placeOf(namespace, language)) ?? loadTexts(namespace);
}

/** True when `namespace` is loaded and has a text for `key`. */
export function hasText(key: string, namespace: string): boolean {
  return findText(loaded.get(placeOf(namespace, language)), key) !== undefined;
}

/** Says texts of `namespace` in the current language. The same function for the same language, so that hooks may depend on it. */
export function translatorFor(namespace: string): Translate {
  const spoken = language;
  const place = placeOf(namespace, spoken);
  let translate = translators.get(place);
  if (!translate) {
    translate = (key, options) =>
      sayText(loaded.get(placeOf(options?.ns ?? namespace, spoken)), spoken, key, options) ??
      options?.defaultValue ??
      key;
    translators.set(place, translate);
  }
  return translate;
}
