/**
 * The texts of the page in the reader's language. Each feature's texts load when a screen first needs them. The name of
 * a feature is the namespace of its texts. [WT3] [WT4]
 */
import { findText, sayText, type TextOptions, type Texts } from './translate.ts';

/** Loads the texts of a namespace. */
export type LoadTexts = (language: string, namespace: string) => Promise<Texts>;

/** Gives a text; if there is none, `defaultValue` or the key. */
export type Translate = (key: string, options?: TextOptions) => string;

let language = 'en';
let source: LoadTexts = () => Promise.resolve({});
let tellStart = () => {};
const start = new Promise<void>((resolve) => {
  tellStart = resolve;
});
const loaded = new Map<string, Texts>();
const loading = new Map<string, Promise<void>>();
/** The last load of each place, even if it has ended or failed. */
const loads = new Map<string, Promise<void>>();
const translators = new Map<string, Translate>();
const listeners = new Set<() => void>();

const placeOf = (ns: string, inLanguage: string) => `${inLanguage} ${ns}`;

/** Sets the source of texts, and loads those of the first screen. Never rejects. */
export async function startTexts(load: LoadTexts, first: string, namespaces: readonly string[]): Promise<void> {
  source = load;
  language = first;
  tellStart();
  await changeLanguage(first, namespaces);
}

/**
 * Starts to load the texts of all `namespaces` at once, so that a screen does not wait for them one by one. Code may
 * ask for them before the language is known: then they load once it is.
 */
export function preloadTexts(...namespaces: readonly string[]): void {
  void start.then(() => {
    for (const namespace of namespaces) void loadTexts(namespace);
  });
}

export function currentLanguage(): string {
  return language;
}

/** Loads the shown texts in the language `next`, then switches to it. */
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
 * Loads the texts of a namespace once. Never rejects: a page that shows keys is better than no page. Texts that fail to
 * load count as empty until the next call of `loadTexts`.
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
  // React writes this on a promise that it has seen settle. Without it, a component would wait for a moment although
  // its texts are loaded.
  void load.then(() => Object.assign(load, { status: 'fulfilled', value: undefined }));
  return load;
}

/**
 * The promise for which a component with texts of `namespace` waits. Starts the load if there was none. The promise
 * stays the same after the load: React must get it again when it resumes a component that waited.
 */
export function loadOf(namespace: string): Promise<void> {
  return loads.get(placeOf(namespace, language)) ?? loadTexts(namespace);
}

/** True when `namespace` is loaded and has a text for `key`. */
export function hasText(key: string, namespace: string): boolean {
  return findText(loaded.get(placeOf(namespace, language)), key) !== undefined;
}

/**
 * A function that gives texts of `namespace` in the current language. Always the same function for one language, so
 * that hooks may depend on it.
 */
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
