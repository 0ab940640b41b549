import { useEffect, useState } from 'react';
import { pageUrl } from '../../../../client/calls/base.ts';
import { isEditable } from '../../../../ui/is-editable.ts';
import { forgetLinks, linksLeftFor } from '../left-links.port.ts';
import { linksIn } from '../links.port.ts';

export interface PastePlace {
  readonly roomId: string;
  readonly isEnabled: boolean;
}

type Links = readonly string[];

/**
 * Links that were pasted or dropped anywhere on the page, or left for the room, until the person adds or dismisses
 * them. [WL1] [WL3]
 */
export function usePaste({ roomId, isEnabled }: PastePlace): readonly [Links, (links: Links) => void] {
  const [links, setLinks] = useState<Links>(() => (isEnabled ? linksLeftFor(roomId) : []));
  useEffect(() => forgetLinks(roomId), [roomId]);
  useEffect(() => {
    if (!isEnabled) return;
    const take = (text: string, event: Event) => {
      const found = linksIn(text, pageUrl(''));
      if (found.length === 0) return;
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
      if (event.dataTransfer?.types.some((type) => type === 'text/uri-list' || type === 'text/plain'))
        event.preventDefault();
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
