import { type RefObject, useEffect, useRef, useState } from 'react';
import { isEditable } from '../../../../ui/is-editable.ts';

/**
 * Takes files that are dropped on `area`, or pasted in one of its fields or outside of all fields. A file that is
 * dropped elsewhere does nothing: the browser would leave the room for it. [WCF1]
 * @returns true while the person drags files over the area
 */
export function useIncomingFiles(
  area: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const listening = new AbortController();
    const on = <K extends 'dragenter' | 'dragover' | 'dragleave' | 'drop'>(
      target: HTMLElement | Document,
      type: K,
      listener: (event: DragEvent) => void,
    ) => target.addEventListener(type, listener as EventListener, { signal: listening.signal });
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    on(element, 'dragenter', over);
    on(element, 'dragover', over);
    on(element, 'dragleave', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setOver(false);
    });
    on(element, 'drop', (event) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current([...(event.dataTransfer?.files ?? [])]);
    });
    // The film and dialogs have taken their files before this.
    on(document, 'dragover', (event) => {
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    });
    const onPaste = (event: ClipboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      if (isEditable(target) && !element.contains(target)) return;
      const files = pasted(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', onPaste, { signal: listening.signal });
    return () => listening.abort();
  }, [area]);
  return isOver;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/** Programs for texts and tables put a picture beside copied text. The text is then meant. */
function pasted(data: DataTransfer | null): File[] {
  if (data?.getData('text/plain') !== '') return [];
  return [...data.files].map((file) => (file.name === 'image.png' ? named(file) : file));
}

/** Gives a pasted picture a unique name: the clipboard names all pictures the same. */
function named(file: File): File {
  const at = new Date(file.lastModified).toISOString().slice(0, 23).replace('T', ' ').replaceAll(':', '.');
  return new File([file], `${at}.png`, { type: file.type, lastModified: file.lastModified });
}
