import i18next from 'i18next';

/** Starts to load the texts of all `features` at once, so that a screen does not wait for one after the other. */
export function preloadTexts(...features: readonly string[]): void {
  void i18next.loadNamespaces(features);
}

/** The namespace of the words for an error's reason: `errors/chat` for `chat.slow_mode`. */
export function errorNamespace(code: string): string {
  return `errors/${code.split('.')[0]}`;
}

/** Loads the words for an error of the server; most visits need none of them. Never rejects. [WX2] */
export async function loadErrorTexts(code: string): Promise<void> {
  const namespace = errorNamespace(code);
  // `loadNamespaces` never tries again after it failed once, for example while the server was away.
  if (!i18next.hasResourceBundle(i18next.language, namespace))
    await i18next.reloadResources([i18next.language, 'en'], [namespace]);
}
