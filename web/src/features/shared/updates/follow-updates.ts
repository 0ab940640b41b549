/** Keeps the app for later visits and offers new versions of it. Loaded well after the first screen is shown. */
import { basePath } from '../../../client/calls/base.ts';
import { currentLanguage, loadTexts, onLanguageChange, translatorFor } from '../../../texts/texts.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import type { WorkerMessage } from './cached-files.ts';

export interface UpdateParts {
  /** True in a room, where the page does not ask to be reloaded. */
  readonly isInRoom: () => boolean;
  /** Calls `listener` each time another screen has opened. @returns a function that ends it */
  readonly onNavigation: (listener: () => void) => () => void;
}

/** Interval at which an open page checks for a new version (ms). */
const lookEveryMs = 3_600_000;

/** The build of this page. Undefined: built without a service worker, or run in development. */
function ownBuild(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="matinee-build"]')?.content || undefined;
}

/** Never rejects: the app works without a worker. */
export async function followUpdates(parts: UpdateParts): Promise<void> {
  // Browsers have service workers on secure origins only.
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!container) return;
  try {
    if (ownBuild() === undefined) await removeWorkers(container);
    else if (!savesData()) await register(container, parts);
  } catch {
    // The browser refuses storage, or is offline.
  }
}

/** [WUP6] */
async function removeWorkers(container: ServiceWorkerContainer): Promise<void> {
  // Other registrations of this host belong to its neighbours.
  const registration = await container.getRegistration(`${basePath}/`);
  await registration?.unregister();
}

/** [WUP7] */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

async function register(container: ServiceWorkerContainer, parts: UpdateParts): Promise<void> {
  const registration = await container.register(`${basePath}/sw.js`, { updateViaCache: 'none' });
  const consider = () => {
    if (registration.waiting && registration.active) void offer(container, registration.waiting, parts);
  };
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', consider);
  });
  consider();
  keepLanguages(container);
  setInterval(() => void registration.update().catch(() => undefined), lookEveryMs);
}

/** Caches the texts of the page's language, and of languages that are chosen later. [WUP9] */
function keepLanguages(container: ServiceWorkerContainer): void {
  const keep = async () => {
    const { active } = await container.ready;
    if (active) tell(active, { keepLanguage: currentLanguage() });
  };
  onLanguageChange(keep);
  void keep();
}

/**
 * Activates a worker of this page's build at once. For every other build it asks once, in a visible tab and outside
 * of rooms. [WUP4]
 */
async function offer(
  container: ServiceWorkerContainer,
  waiting: ServiceWorker,
  { isInRoom, onNavigation }: UpdateParts,
): Promise<void> {
  if ((await buildOf(waiting)) === ownBuild()) return tell(waiting, 'take-over');
  await loadTexts('updates');
  const ask = () => {
    if (isInRoom() || document.visibilityState !== 'visible') return;
    end();
    document.removeEventListener('visibilitychange', ask);
    const t = translatorFor('updates');
    showToast(t('ready'), 'plain', { label: t('reload'), run: () => reloadWith(container, waiting) });
  };
  const end = onNavigation(ask);
  document.addEventListener('visibilitychange', ask);
  ask();
}

function tell(to: ServiceWorker, message: WorkerMessage, ports: MessagePort[] = []): void {
  to.postMessage(message, ports);
}

function buildOf(waiting: ServiceWorker): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(String(data));
    tell(waiting, 'which-build', [port2]);
  });
}

function reloadWith(container: ServiceWorkerContainer, waiting: ServiceWorker): void {
  // Another tab may already have activated it.
  if (waiting.state !== 'installed') location.reload();
  container.addEventListener('controllerchange', () => location.reload(), { once: true });
  tell(waiting, 'take-over');
}
