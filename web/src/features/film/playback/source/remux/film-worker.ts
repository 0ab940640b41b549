import type { Answer, Failure, FilmPart, OpenedFilm, Piece, Request, RunChoice, SoundCoding } from './messages.ts';

/** Opening a film is given up when the worker reports nothing for this long, in milliseconds. */
const patienceMs = 5_000;

/** The worker that reads a film. Its answers fail with a `Failure`. */
export interface FilmWorker {
  open(codings: readonly SoundCoding[]): Promise<OpenedFilm>;
  begin(choice: RunChoice): Promise<void>;
  next(run: number, part: FilmPart): Promise<Piece>;
  stop(): void;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (failure: Failure) => void;
}

/** Starts the worker. `current` gives the address of the film that is valid now. */
export function startFilmWorker(current: () => string): FilmWorker {
  const worker = new Worker(new URL('./remux-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpening = false;

  const url = () => new URL(current(), location.href).href;

  function failAll(failure: Failure): void {
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  }

  /** A file that lies about itself may keep the worker busy for ever. */
  function watch(): void {
    clearTimeout(timer);
    if (isOpening) timer = setTimeout(() => failAll({ reason: 'network', status: 0 }), patienceMs);
  }

  function ask<T>(request: Request): Promise<T> {
    count += 1;
    const id = count;
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, request });
    });
  }

  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    watch();
    if ('isBusy' in data) return;
    const found = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failure' in data) found?.reject(data.failure);
    else found?.resolve(data.value as never);
  };
  // An error of code that runs has a message. A file that cannot be loaded gives none.
  worker.onerror = ({ message }) => failAll({ reason: message ? 'format' : 'network', status: 0 });

  return {
    async open(codings) {
      isOpening = true;
      watch();
      try {
        return await ask<OpenedFilm>({ kind: 'open', url: url(), codings });
      } finally {
        isOpening = false;
        clearTimeout(timer);
      }
    },
    begin: (choice) => ask({ kind: 'begin', url: url(), choice }),
    next: (run, part) => ask({ kind: 'next', url: url(), run, part }),
    stop() {
      clearTimeout(timer);
      waiting.clear();
      worker.terminate();
    },
  };
}
