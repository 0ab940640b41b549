/** What the build tells the service worker about itself. */
export interface Build {
  /** Another one for each build that differs. The page has it too, in its `matinee-build` tag. */
  readonly id: string;
  /** All files of the app whose names change with their content, by their paths from the worker's own. */
  readonly files: readonly string[];
}

/** What the page asks the worker for. */
export type WorkerMessage =
  /** Answers with the id of its build, at the port that comes along. */
  | 'which-build'
  /** Takes over from the worker before. */
  | 'take-over';

/** A request as far as its handling depends on it. */
export interface Asked {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/** `file`: of the app; `page`: somebody opens an address of the app; `other`: the browser asks the server itself. */
export type RequestKind = 'file' | 'page' | 'other';

/** Addresses of programs; the server never answers them with the app. */
const dataPath = /^(?:api|ws|health|api-docs|embeds)(?:[/?#]|$)/;

/** What the worker does with a request. `scope` is the address of the app, with a slash at its end. Pure. [WUP2] */
export function requestKind({ method, mode, url }: Asked, scope: string): RequestKind {
  if (method !== 'GET' || !url.startsWith(scope)) return 'other';
  const path = url.slice(scope.length);
  if (mode === 'navigate') return dataPath.test(path) ? 'other' : 'page';
  return path.startsWith('assets/') ? 'file' : 'other';
}

const prefix = 'matinee-build-';

export function cacheName(buildId: string): string {
  return prefix + buildId;
}

/** Caches of ours that are not needed any more: all but that of `buildId` and the newest of the others. `names` are oldest first. Pure. [WUP5] */
export function outdatedCaches(names: readonly string[], buildId: string): readonly string[] {
  return names.filter((name) => name.startsWith(prefix) && name !== cacheName(buildId)).slice(0, -1);
}

/** True when an answer says that there is no server behind the proxy. Pure. [WUP3] */
export function isAway(status: number): boolean {
  return status >= 502 && status <= 504;
}
