/** True where typing and pasting belong to the element. [WL3] */
export function isEditable(element: Pick<HTMLElement, 'tagName' | 'isContentEditable'> | null): boolean {
  return element !== null && (/^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName) || element.isContentEditable);
}
