import { useEffect, useRef, useState } from 'react';
import { isEditable } from '../../../ui/is-editable.ts';
import { type MediaLink, parseMediaLinks, type Refusal, refusalOf } from '../media-links.port.ts';

/** Addresses that were pasted or dropped anywhere on the page, until somebody adds or dismisses them. A link to a site that cannot be played is told to `onRefused`. [WL1] [WL3] [WL9] */
export function usePaste(
  isEnabled: boolean,
  onRefused: (refusal: Refusal) => void,
): readonly [readonly MediaLink[], (links: readonly MediaLink[]) => void] {
  const [links, setLinks] = useState<readonly MediaLink[]>([]);
  const latest = useRef(onRefused);
  latest.current = onRefused;
  useEffect(() => {
    if (!isEnabled) return;
    const take = (text: string, event: Event) => {
      const found = parseMediaLinks(text, location.origin);
      if (found.length === 0) {
        const refusal = refusalOf(text);
        if (refusal.why === 'site') latest.current(refusal);
        return;
      }
      event.preventDefault();
      setLinks(found);
    };
    const onPaste = (event: ClipboardEvent) => {
      if (!isEditable(event.target as HTMLElement)) take(event.clipboardData?.getData('text') ?? '', event);
    };
    const onDrop = (event: DragEvent) => {
      if (!isEditable(event.target as HTMLElement)) take(event.dataTransfer?.getData('text') ?? '', event);
    };
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('text/uri-list')) event.preventDefault();
    };
    document.addEventListener('paste', onPaste);
    document.addEventListener('drop', onDrop);
    document.addEventListener('dragover', onDragOver);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('dragover', onDragOver);
    };
  }, [isEnabled]);
  return [links, setLinks];
}
