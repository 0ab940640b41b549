/** The page of the web app as the build made it, adapted to the server's public path. [TR101] */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface AppPageParts {
  /** Folder of the built web app. */
  readonly webRoot?: string | undefined;
  readonly basePath?: string;
}

/** Undefined if no app is built. */
export function readAppPage({ webRoot, basePath = '' }: AppPageParts): string | undefined {
  const path = webRoot === undefined ? undefined : join(webRoot, 'index.html');
  return path === undefined || !existsSync(path) ? undefined : writeBase(readFileSync(path, 'utf8'), basePath);
}

/**
 * The page is served at paths of every depth, so it refers to its files from the root of the host. The rest of the app
 * finds its files relative to its own URL, and reads the base path from the page (`web/src/client/calls/base.ts`).
 * Pure.
 */
export function writeBase(html: string, basePath: string): string {
  if (basePath === '') return html;
  return html
    .replace(/(\s(?:href|src)=")\/(?!\/)/g, `$1${basePath}/`)
    .replace('name="matinee-base" content=""', `name="matinee-base" content="${basePath}"`);
}
