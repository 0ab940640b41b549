import { type ReactNode, Suspense, type ToggleEvent, useId, useRef, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { PlayerButton, type PlayerButtonProps } from './player-button.tsx';

/** Properties that the button of a popup must have. */
export interface OpenerProps {
  readonly popoverTarget: string;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
}

export interface PopupProps {
  readonly label: string;
  /** The button that opens the popup: properties of a round button, or a function that draws another one. */
  readonly button: Omit<PlayerButtonProps, 'label'> | ((props: OpenerProps) => ReactNode);
  /** Starts to load the popup's content; called when the pointer or the focus reaches the button. */
  readonly load: () => unknown;
  /** True: the popup hangs below its button, for buttons at an upper edge. */
  readonly isBelow?: boolean;
  /** True: as a sheet, the popup does not darken the film behind it. */
  readonly isClear?: boolean;
  /** Drawn while the popup is open. */
  readonly children: ReactNode;
}

/** Distance from the popup to its button and to the window's edge, in pixels. */
const gap = 8;
/** Narrower windows show the popup as a sheet from below. In pixels, the same as Tailwind's `sm`. */
const sheetBelow = 640;
/** The same as `sm:w-80`, in pixels. */
const popupWidth = 320;

/**
 * A popup above a button of the player; on a phone, a sheet from below. It is the browser's own popover. So it lies
 * above everything, also in full screen, and Escape or a press elsewhere closes it.
 */
export function Popup({ label, button, load, isBelow = false, isClear = false, children }: PopupProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const onBeforeToggle = (event: ToggleEvent) => {
    // Ignores popups within this one, which open and close too.
    if (event.newState === 'closed' || event.target !== event.currentTarget) return;
    setOpen(true);
    const opener = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`);
    if (box.current && opener) (isBelow ? hang : place)(box.current, opener.getBoundingClientRect());
  };
  const opener: OpenerProps = { popoverTarget: id, onPointerEnter: load, onFocus: load };
  return (
    <>
      {typeof button === 'function' ? button(opener) : <PlayerButton {...button} {...opener} label={label} />}
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onBeforeToggle={onBeforeToggle}
        // Unmounts the content only after closing: the browser moves the focus back to the button only from an element
        // that still exists.
        onToggle={(event) => event.target === event.currentTarget && setOpen(event.newState === 'open')}
        className={classNames(
          'fixed inset-auto overflow-y-auto border border-border bg-surface p-4 text-start text-sm text-text shadow-raised max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[80dvh] max-sm:w-full max-sm:max-w-none max-sm:rounded-t-card max-sm:pb-[max(1rem,env(safe-area-inset-bottom))] sm:w-80 sm:rounded-control',
          !isClear && 'max-sm:backdrop:bg-black/60',
        )}
      >
        <Suspense>{isOpen && children}</Suspense>
      </div>
    </>
  );
}

/** Puts the popup above its button, or to the window's lower edge where there is more room below the button. */
function place(popup: HTMLElement, { top, right }: DOMRect): void {
  const { innerWidth, innerHeight } = window;
  if (innerWidth < sheetBelow) return popup.removeAttribute('style');
  popup.style.right = `${Math.max(gap, innerWidth - right)}px`;
  popup.style.maxHeight = `${Math.max(top, innerHeight * 0.5) - 2 * gap}px`;
  popup.style.bottom = `${top < innerHeight * 0.5 ? gap : innerHeight - top + gap}px`;
}

/** Puts the popup below its button, where it fits into the window. */
function hang(popup: HTMLElement, { bottom, right }: DOMRect): void {
  const { innerWidth, innerHeight } = window;
  if (innerWidth < sheetBelow) return popup.removeAttribute('style');
  popup.style.right = `${Math.max(gap, Math.min(innerWidth - right, innerWidth - popupWidth - gap))}px`;
  popup.style.top = `${bottom + gap}px`;
  popup.style.maxHeight = `${innerHeight - bottom - 2 * gap}px`;
}
