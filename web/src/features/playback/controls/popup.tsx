import { type ReactNode, useId, useRef } from 'react';
import { PlayerButton, type PlayerButtonProps } from './player-button.tsx';

export interface PopupProps {
  readonly label: string;
  /** The button that opens it: properties of a round one, or a function that draws another. */
  readonly button: Omit<PlayerButtonProps, 'label'> | ((props: { popoverTarget: string }) => ReactNode);
  readonly children: ReactNode;
}

/** Distance from the popup to its button and to the window's edge, in pixels. */
const gap = 8;

/** A popup above a button of the player. It is the browser's own popover, so it lies above everything, also in full screen, and Escape or a press elsewhere closes it. */
export function Popup({ label, button, children }: PopupProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const place = () => {
    const popup = box.current;
    const opener = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`);
    if (popup === null || opener === null) return;
    const { top, right } = opener.getBoundingClientRect();
    const { innerWidth, innerHeight } = window;
    popup.style.bottom = `${innerHeight - top + gap}px`;
    popup.style.right = `${Math.max(gap, innerWidth - right)}px`;
    // On a phone the film stands at the top: there is more room below the button than above it.
    popup.style.maxHeight = `${Math.max(top, innerHeight * 0.5) - 2 * gap}px`;
    if (top < innerHeight * 0.5) popup.style.bottom = `${gap}px`;
  };
  return (
    <>
      {typeof button === 'function' ? (
        button({ popoverTarget: id })
      ) : (
        <PlayerButton {...button} label={label} popoverTarget={id} />
      )}
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onBeforeToggle={place}
        className="fixed inset-auto w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-control border border-border bg-surface p-4 text-start text-sm text-text shadow-raised"
      >
        {children}
      </div>
    </>
  );
}
