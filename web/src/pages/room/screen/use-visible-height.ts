import { type RefObject, useEffect } from 'react';

/**
 * Keeps the screen as high as the visible area, so that a phone's keyboard never covers the input (Safari does not
 * resize the page).
 */
export function useVisibleHeight(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const fit = () => {
      const element = screen.current;
      if (!element) return;
      const isCovered = window.innerHeight - viewport.height > 80 && viewport.scale === 1;
      element.style.height = isCovered ? `${viewport.height}px` : '';
      element.toggleAttribute('data-covered', isCovered);
      if (isCovered) window.scrollTo(0, 0);
    };
    viewport.addEventListener('resize', fit);
    return () => viewport.removeEventListener('resize', fit);
  }, [screen]);
}
