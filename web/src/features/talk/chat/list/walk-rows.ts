import type { KeyboardEvent } from 'react';

/**
 * Keys of the list of messages. Arrow up and down go from message to message, Escape goes back to the field. The tools
 * and links of a message have the arrows for themselves. [WC8]
 */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: list, target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
  if (key === 'Escape' && list.contains(target)) {
    const field = document.querySelector<HTMLElement>('[data-chat-input]');
    if (!field) return;
    event.preventDefault();
    event.stopPropagation();
    field.focus();
    return;
  }
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-message]')];
  const place = rows.indexOf(target);
  if (place < 0 && target !== list) return;
  const next = place < 0 ? rows.find(({ tabIndex }) => tabIndex === 0) : rows[place + (key === 'ArrowUp' ? -1 : 1)];
  event.preventDefault();
  next?.focus();
}
