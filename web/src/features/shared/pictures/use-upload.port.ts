import { useEffect, useRef, useState } from 'react';
import { type UploadCalls, type UploadProgress, uploadFile } from '../uploads/upload.port.ts';

/** The calls that upload and save a picture. */
export interface PictureCalls extends UploadCalls {
  /** Makes the upload with this reference the picture. */
  readonly save: (referenceId: string) => Promise<unknown>;
}

export interface PictureUpload {
  readonly state: 'none' | 'running' | 'failed';
  /** Between 0 and 1. */
  readonly share: number;
  readonly phase: UploadProgress['phase'];
  readonly error?: unknown;
}

const nothing: PictureUpload = { state: 'none', share: 0, phase: 'preparing' };

/** Uploads pictures one after another. It ends with the component. [WPC4] */
export function useUpload(calls: PictureCalls) {
  const [upload, setUpload] = useState(nothing);
  const ends = useRef<AbortController>(undefined);
  useEffect(() => () => ends.current?.abort(), []);
  /** @returns whether the picture is saved. */
  async function start(bytes: Blob): Promise<boolean> {
    const ending = new AbortController();
    ends.current = ending;
    setUpload({ ...nothing, state: 'running' });
    const onProgress = ({ phase, sentBytes }: UploadProgress) =>
      setUpload({ state: 'running', phase, share: sentBytes / Math.max(1, bytes.size) });
    const source = { bytes, name: bytes.type === 'image/webp' ? 'picture.webp' : 'picture.jpg', type: bytes.type };
    try {
      const done = await uploadFile(source, calls, { signal: ending.signal, onProgress });
      await calls.save(referenceOf(done));
      return true;
    } catch (error) {
      if (!ending.signal.aborted) setUpload({ ...nothing, state: 'failed', error });
      return false;
    }
  }
  function cancel(): void {
    ends.current?.abort();
    setUpload(nothing);
  }
  return { upload, start, cancel };
}

function referenceOf(done: Awaited<ReturnType<typeof uploadFile>>): string {
  const { avatar_reference, cover_reference, thumbnail_reference } = done;
  return (avatar_reference ?? cover_reference ?? thumbnail_reference)?.id ?? '';
}
