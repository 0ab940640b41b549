import { Suspense, useEffect, useRef } from 'react';
import { EmojiPicker, type EmojiPickerProps, focusSearch } from './picker.tsx';

export interface EmojiPopupProps extends EmojiPickerProps {
  readonly label: string;
  /** Finds the element beside which the popup opens. */
  readonly anchor: () => Element | null;
  readonly onClose: () => void;
}

/** Distance to the anchor and to the window's edge, in pixels. */
const gap = 8;
/** In windows narrower than this, in pixels, the popup is a sheet from below. Same width as Tailwind's `sm`. */
const sheetBelow = 640;

/**
 * The picker beside an element; on a phone, a sheet from below. It is the browser's own popover: it lies above
 * everything, also in full screen, and Escape or a press elsewhere closes it. The element that had the focus then gets
 * it back.
 */
export function EmojiPopup({ label, anchor, onPick, onClose }: EmojiPopupProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it stands where it was opened
  useEffect(() => {
    const popup = box.current;
    const before = document.activeElement;
    if (!popup) return;
    const onToggle = (event: Event) => (event as ToggleEvent).newState === 'closed' && close.current();
    popup.addEventListener('toggle', onToggle);
    popup.showPopover();
    place(popup, anchor()?.getBoundingClientRect());
    focusSearch(popup);
    return () => {
      popup.removeEventListener('toggle', onToggle);
      const isInside = popup.contains(document.activeElement) || document.activeElement === document.body;
      if (isInside && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      aria-label={label}
      className="fixed inset-auto overflow-hidden border border-border bg-surface p-0 text-start text-sm text-text shadow-raised max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[80dvh] max-sm:w-full max-sm:max-w-none max-sm:rounded-t-card max-sm:pb-[env(safe-area-inset-bottom)] max-sm:backdrop:bg-black/60 sm:w-88 sm:rounded-control"
    >
      <Suspense>
        <EmojiPicker onPick={onPick} />
      </Suspense>
    </div>
  );
}

/** Puts the popup above its anchor, or below where there is more room. */
function place(popup: HTMLElement, at: DOMRect | undefined): void {
  const { innerWidth, innerHeight } = window;
  if (innerWidth < sheetBelow || !at) return;
  const { width, height } = popup.getBoundingClientRect();
  const above = at.top - gap - height;
  const top = above >= gap ? above : Math.min(at.bottom + gap, innerHeight - height - gap);
  popup.style.top = `${Math.max(gap, top)}px`;
  popup.style.left = `${Math.max(gap, Math.min(at.right - width, innerWidth - width - gap))}px`;
}
