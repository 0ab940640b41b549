import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../class-names.ts';

export interface ToastNote {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'danger';
}

/** How long a toast stays, in milliseconds: long enough to read two lines. */
const toastMs = 6000;

let notes: readonly ToastNote[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly ToastNote[]): void {
  notes = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  publish(notes.filter((note) => note.id !== id));
}

/** Shows a short message that goes away by itself. It is at the foot of the page; on a phone at the top, away from the keyboard. */
export function showToast(text: string, tone: ToastNote['tone'] = 'plain'): void {
  const id = ++lastId;
  publish([...notes.filter((note) => note.text !== text).slice(-2), { id, text, tone }]);
  setTimeout(() => dismiss(id), toastMs);
}

export function Toasts() {
  const { t } = useTranslation('shell');
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notes,
  );
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-0 z-[60] grid justify-items-center gap-2 p-4 pt-[max(0.5rem,env(safe-area-inset-top))] sm:top-auto sm:bottom-0 sm:pb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      {shown.map((note) => (
        <div
          key={note.id}
          className={classNames(
            'pointer-events-auto flex max-w-lg animate-rise items-center gap-2 rounded-control py-1.5 ps-4 pe-1.5 shadow-raised',
            note.tone === 'danger' ? 'border border-danger bg-danger-soft text-danger' : 'bg-text text-bg',
          )}
        >
          <span className="min-w-0 wrap-anywhere">{note.text}</span>
          <button
            type="button"
            aria-label={t('dismiss')}
            onClick={() => dismiss(note.id)}
            className="grid size-9 shrink-0 place-items-center rounded-lg"
          >
            <X size={16} aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  );
}
