/**
 * The service worker: keeps the files of one build, and shows the page while no server answers. It shares no imports
 * with the page.
 */
import {
  type Build,
  cacheName,
  firstLanguage,
  isAway,
  isOwnCache,
  outdatedCaches,
  requestKind,
  type WorkerMessage,
} from './cached-files.ts';

/** The used part of the global scope. One program cannot have the types of both pages and workers. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerMessageEvent extends WorkerEvent, Pick<MessageEvent<WorkerMessage>, 'data' | 'ports'> {}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: WorkerMessageEvent) => void): void;
}
const worker = globalThis as unknown as WorkerScope;

/** `vite.config.ts` fills it in. */
const build: Build = JSON.parse('__MATINEE_BUILD__');
/** How long the server may take before the kept page is shown, in milliseconds. */
const patienceMs = 5_000;
/** Where a cache notes the languages that it keeps. The page never asks for it. */
const notePath = './kept-languages';

worker.addEventListener('install', (event) => event.waitUntil(keepBuild()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const kind = requestKind(event.request, worker.registration.scope);
  if (kind === 'file') event.respondWith(getFile(event.request));
  if (kind === 'page') event.respondWith(getPage(event));
});
worker.addEventListener('message', (event) => {
  const { data, ports } = event;
  if (data === 'which-build') ports[0]?.postMessage(build.id);
  else if (data === 'take-over') void worker.skipWaiting();
  else event.waitUntil(keepLanguage(data.keepLanguage));
});

/**
 * Keeps the page and all files, or nothing. Files in the browser's cache are not loaded again. @throws Error when one
 * is missing
 */
async function keepBuild(): Promise<void> {
  try {
    await fillCache();
  } catch (error) {
    await caches.delete(cacheName(build.id));
    throw error;
  }
}

async function fillCache(): Promise<void> {
  const page = await fetch('./', { cache: 'no-store' });
  // While replicas are replaced one after the other, the page may be from another build than this worker.
  if (!(await page.clone().text()).includes(build.id)) throw new Error('the page is of another build');
  const cache = await caches.open(cacheName(build.id));
  await cache.put('./', page);
  const own = firstLanguage(build, navigator.languages);
  const kept = [...new Set([own, ...(await keptLanguages(await caches.keys()))])];
  await cache.addAll([...build.files, ...kept.flatMap((language) => build.languages[language] ?? [])]);
  await cache.put(notePath, Response.json(kept));
}

/** The languages that these caches keep. [WUP9] */
async function keptLanguages(names: readonly string[]): Promise<string[]> {
  const notes = await Promise.all(
    names.filter(isOwnCache).map(async (name) => (await caches.open(name)).match(notePath)),
  );
  const lists = await Promise.all(notes.map((note) => note?.json() as Promise<string[]> | undefined));
  return lists.flatMap((list) => list ?? []);
}

async function keepLanguage(language: string): Promise<void> {
  const name = cacheName(build.id);
  const kept = await keptLanguages([name]);
  const files = build.languages[language];
  if (!files || kept.includes(language)) return;
  const cache = await caches.open(name);
  await cache.addAll([...files]);
  await cache.put(notePath, Response.json([...kept, language]));
}

async function takeOver(): Promise<void> {
  await worker.registration.navigationPreload?.enable();
  await Promise.all(outdatedCaches(await caches.keys(), build.id).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** A file of this build or the one before. Equal names mean equal content in all builds. */
async function getFile(request: Request): Promise<Response> {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

async function getPage(event: FetchEvent): Promise<Response> {
  const answer = Promise.resolve(event.preloadResponse).then((preloaded) => preloaded ?? fetch(event.request));
  const patience = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs));
  const first = await Promise.race([answer, patience]).catch(() => undefined);
  if (first && !isAway(first.status)) return first;
  const cache = await caches.open(cacheName(build.id));
  return (await cache.match('./', { ignoreVary: true })) ?? answer;
}
