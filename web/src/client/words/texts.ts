/** Texts live in the folder of their feature, a file a language; a feature's name is its namespace. A language is loaded when it is first needed. */
import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const storageKey = 'matinee.language';
const files = import.meta.glob<{ default: ResourceKey }>('../../features/*/texts.*.json');

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, callback) {
    const load = files[`../../features/${namespace}/texts.${language}.json`];
    if (!load) {
      callback(new Error(`no texts for ${namespace} in ${language}`), false);
      return;
    }
    load().then(
      (file) => callback(null, file.default),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), false),
    );
  },
};

/** Loads the shell's texts; pages wait for their own by suspense. */
export async function startTexts(): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: chosenLanguage(),
      fallbackLng: 'en',
      supportedLngs: Object.keys(languages),
      ns: ['shell'],
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
    });
  setDocumentLanguage(i18next.language);
  i18next.on('languageChanged', setDocumentLanguage);
}

/** Starts to load the texts of `features`, so that a screen does not wait for one after the other. */
export function preloadTexts(...features: readonly string[]): void {
  void i18next.loadNamespaces(features);
}

/** Loads the words for what the server refuses (`features/errors`); most visits need none of them. Never rejects. */
export async function loadErrorTexts(): Promise<void> {
  // `loadNamespaces` would never try again what failed once, while the server was away.
  if (!i18next.hasResourceBundle(i18next.language, 'errors'))
    await i18next.reloadResources([i18next.language, 'en'], ['errors']);
}

/** `fetch` that has the words for a refusal ready when it gives one. */
export async function fetchWithWords(...request: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...request);
  if (!answer.ok) await loadErrorTexts();
  return answer;
}

/** Changes the language for this browser. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  void i18next.changeLanguage(language);
}

function chosenLanguage(): Language {
  const wanted = [localStorage.getItem(storageKey) ?? '', ...navigator.languages];
  for (const tag of wanted) {
    const language = tag.split('-')[0] ?? '';
    if (language in languages) return language as Language;
  }
  return 'en';
}

function setDocumentLanguage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = i18next.dir(language);
}
