/** The build's manifest for the service worker. */
export interface Build {
  /** Differs between builds with different content. The page has it too, in its `matinee-build` tag. */
  readonly id: string;
  /** All files of the app whose names change with their content, as paths relative to the worker. */
  readonly files: readonly string[];
  /** More files, which only readers of one language need, by its tag. */
  readonly languages: Readonly<Record<string, readonly string[]>>;
}

/** The page's requests to the worker. */
export type WorkerMessage =
  /** Answers with the id of its build, at the port in the message. */
  | 'which-build'
  /** Replaces the earlier worker. */
  | 'take-over'
  /** Keeps the texts of a language, in later builds too. */
  | { readonly keepLanguage: string };

/** The parts of a request that decide how it is handled. */
export interface RequestParts {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/** `file`: a file of the app; `page`: a navigation to the app; `other`: the browser asks the server directly. */
export type RequestKind = 'file' | 'page' | 'other';

/** Addresses for programs; the server never answers them with the app. */
const dataPath = /^(?:api|ws|health|api-docs|embeds)(?:[/?#]|$)/;

/** How the worker handles a request. `scope` is the address of the app, with a slash at its end. Pure. [WUP2] */
export function requestKind({ method, mode, url }: RequestParts, scope: string): RequestKind {
  if (method !== 'GET' || !url.startsWith(scope)) return 'other';
  const path = url.slice(scope.length);
  if (mode === 'navigate') return dataPath.test(path) ? 'other' : 'page';
  return path.startsWith('assets/') ? 'file' : 'other';
}

const prefix = 'matinee-build-';

export function cacheName(buildId: string): string {
  return prefix + buildId;
}

/**
 * The first of the browser's languages that the build has, in any regional variant; else English. The worker cannot
 * import the page's code for this. Pure. [WUP9]
 */
export function firstLanguage({ languages }: Pick<Build, 'languages'>, wanted: readonly string[]): string {
  const primaryOf = (tag: string) => tag.split('-', 1)[0]!.toLowerCase();
  const spoken = new Map(Object.keys(languages).map((tag) => [primaryOf(tag), tag]));
  return wanted.map((tag) => spoken.get(primaryOf(tag))).find((tag) => tag !== undefined) ?? 'en';
}

/** True for a cache of the app. Pure. */
export const isOwnCache = (name: string) => name.startsWith(prefix);

/**
 * The app's caches that can go: all but the cache of `buildId` and the newest other one. `names` are oldest first.
 * Pure. [WUP5]
 */
export function outdatedCaches(names: readonly string[], buildId: string): readonly string[] {
  return names.filter((name) => isOwnCache(name) && name !== cacheName(buildId)).slice(0, -1);
}

/** True when the answer says that no server is behind the proxy. Pure. [WUP3] */
export function isAway(status: number): boolean {
  return status >= 502 && status <= 504;
}
