/** Each feature's folder holds its texts, one file per language. The feature's name is the namespace. A language is loaded when first needed. */
import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { chosenLanguage, languages } from '../client/words/languages.ts';
import { loadFirstTexts } from './first-texts.ts';

async function load(language: string, namespace: string): Promise<ResourceKey> {
  const [feature, errorsOf] = namespace.split('/');
  if (errorsOf) return (await import('./error-words.ts')).loadErrorWords(language, errorsOf);
  const first = loadFirstTexts(language, feature!);
  return first ?? (await import('./text-files.ts')).loadTexts(language, feature!);
}

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, callback) {
    load(language, namespace).then(
      (texts) => callback(null, texts),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), false),
    );
  },
};

/** Loads the texts of `features`, those of the first screen. Every other page waits for its own texts through suspense. */
export async function startTexts(features: readonly string[]): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: chosenLanguage(),
      fallbackLng: 'en',
      supportedLngs: Object.keys(languages),
      ns: features,
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
    });
  setDocumentLanguage(i18next.language);
  i18next.on('languageChanged', setDocumentLanguage);
}

function setDocumentLanguage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = i18next.dir(language);
}
