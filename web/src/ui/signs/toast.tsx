import { X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '../../texts/use-translation.ts';
import { classNames } from '../class-names.ts';

/** An action of a toast, such as "Undo". */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface ToastNote {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'danger';
  readonly action?: ToastAction | undefined;
}

/** Time that a toast is shown (ms): long enough to read two lines. */
const toastMs = 6000;
/** Time that a toast with an action is shown: long enough to read it and to reach the button by keyboard. */
const actionMs = 15_000;

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

/**
 * Shows a short message that disappears by itself. It is at the foot of the page, above the player's controls; on a
 * phone below the header, away from the keyboard. @returns a function that removes it, for when it is no longer true.
 */
export function showToast(text: string, tone: ToastNote['tone'] = 'plain', action?: ToastAction): () => void {
  const id = ++lastId;
  publish([...notes.filter((note) => note.text !== text).slice(-2), { id, text, tone, action }]);
  setTimeout(() => dismiss(id), action ? actionMs : toastMs);
  return () => dismiss(id);
}

/**
 * On a phone, toasts are below the header, or at the very top if the keyboard or the film hides the header. They keep
 * clear of the buttons of a remote in place of the film, and of a sheet that leaves only a strip above it. Only the two
 * newest are shown. [WRM4]
 */
const onPhone = classNames(
  'top-16 max-sm:[&_.toast:nth-last-child(n+3)]:hidden',
  'max-sm:[body:has([data-remote])_&]:top-[55dvh] max-sm:[body:has([data-covered])_&]:top-0 max-sm:[body:has([data-covered]_[data-remote])_&]:top-32',
  'max-sm:[body:has([data-sheet])_&]:top-0 max-sm:[body:has([data-sheet])_&]:pt-[max(0.25rem,env(safe-area-inset-top))] max-sm:[body:has([data-sheet])_&]:pe-18',
);

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notes,
  );
  const box = useTopLayer(shown);
  return (
    <div
      ref={box}
      popover="manual"
      className={classNames(
        'pointer-events-none fixed inset-x-0 bottom-auto m-0 grid w-full max-w-none justify-items-center gap-2 overflow-visible border-0 bg-transparent p-4 pt-[max(0.5rem,env(safe-area-inset-top))] text-text sm:top-auto sm:bottom-0 sm:pb-[max(1rem,env(safe-area-inset-bottom))] sm:[body:has([data-player])_&]:bottom-24',
        onPhone,
      )}
    >
      <div role="status" className="contents">
        {shown.map((note) => (
          <Toast key={note.id} note={note} />
        ))}
      </div>
    </div>
  );
}

/**
 * Keeps the toasts above everything: each new one lifts them above a full-screen film, or a popup that was opened
 * later.
 */
function useTopLayer(shown: readonly ToastNote[]) {
  const box = useRef<HTMLDivElement>(null);
  const newest = shown.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new toast is what lifts them
  useEffect(() => {
    const element = box.current;
    if (!element?.showPopover) return;
    if (element.matches(':popover-open')) {
      if (!document.querySelector(':fullscreen,[popover="auto"]:popover-open')) return;
      element.hidePopover();
    }
    element.showPopover();
  }, [newest]);
  return box;
}

function Toast({ note }: { readonly note: ToastNote }) {
  const { t } = useTranslation('shell');
  const { action } = note;
  const isDanger = note.tone === 'danger';
  return (
    <div
      className={classNames(
        'toast pointer-events-auto flex max-w-lg animate-rise items-center justify-end gap-x-1 rounded-control py-1.5 ps-4 pe-1.5 shadow-raised',
        action && 'flex-wrap',
        isDanger ? 'border border-danger bg-danger-soft text-danger' : 'bg-text text-bg',
      )}
    >
      <span className="line-clamp-3 min-w-0 flex-auto wrap-anywhere">{note.text}</span>
      <span className="flex shrink-0 items-center gap-1">
        {action && (
          <button
            type="button"
            onClick={() => {
              dismiss(note.id);
              action.run();
            }}
            className="min-h-9 shrink-0 rounded-lg px-3 font-semibold underline underline-offset-4"
          >
            {action.label}
          </button>
        )}
        <button
          type="button"
          aria-label={t('dismiss')}
          onClick={() => dismiss(note.id)}
          className="grid size-9 shrink-0 place-items-center rounded-lg"
        >
          <X size={16} aria-hidden="true" />
        </button>
      </span>
    </div>
  );
}
