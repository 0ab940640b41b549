import type { OwnCopySource } from '@matinee/contract/gen/api.ts';
import { useEffect, useState } from 'react';
import { type FileHandle, findHandle } from './handles.ts';

/** The file of `source` that the browser remembers, and what to call when it is gone. */
export function useKnownFile(source: OwnCopySource) {
  const [known, setKnown] = useState<FileHandle>();
  useEffect(() => {
    let isGone = false;
    void findHandle(source).then((handle) => !isGone && setKnown(handle));
    return () => {
      isGone = true;
    };
  }, [source]);
  return [known, () => setKnown(undefined)] as const;
}
