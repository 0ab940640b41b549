import { loadTexts } from '../../texts/texts.ts';

/** Starts to load the texts of all `features` at once, so that a screen does not wait for one after the other. */
export function preloadTexts(...features: readonly string[]): void {
  for (const feature of features) void loadTexts(feature);
}

/** The namespace of the words for an error's reason: `errors/chat` for `chat.slow_mode`. */
export function errorNamespace(code: string): string {
  return `errors/${code.split('.')[0]}`;
}

/** Loads the words for an error of the server; most visits need none of them. Never rejects. [WX2] */
export async function loadErrorTexts(code: string): Promise<void> {
  await loadTexts(errorNamespace(code));
}
