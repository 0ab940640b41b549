import { flushSync } from 'react-dom';

/**
 * Changes the page and focuses an element of the changed page, both before the next key arrives, so that text typed
 * right after goes into that element. Call it in an event handler.
 */
export function focusAfter(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  find()?.focus();
}
