import type { ChatAttachmentReference } from '@matinee/contract/gen/api.ts';
import { makeStore, type Store } from '../../../../client/store.ts';
import { type UploadCalls, type UploadMeans, uploadFile } from '../../../shared/uploads/upload.port.ts';
import type { ChosenFile, FileView, VoiceFacts } from '../outgoing.ts';
import type { Slots } from './slots.ts';

/** Shared by all uploads of a room. */
export interface UploadParts {
  readonly callsFor: (voice: VoiceFacts | undefined) => UploadCalls;
  /** Files take turns, so that the first ones arrive first. */
  readonly slots: Slots;
  readonly means: UploadMeans;
  /** Makes an address of the bytes in this page. `hide` frees it. */
  readonly show: (file: Blob) => string;
  readonly hide: (url: string) => void;
}

/** One file on its way. */
export interface FileUpload {
  readonly chosen: ChosenFile;
  readonly view: Store<FileView>;
  /**
   * Waits until the server has the file. Begins the upload if it has not begun, or has failed. @throws the error of the
   * upload
   */
  reference(): Promise<ChatAttachmentReference>;
  /** Called when the server no longer has the file. */
  forget(): void;
  cancel(): void;
}

/** Makes an upload. Its first `reference` begins it. */
export function makeFileUpload(parts: UploadParts, chosen: ChosenFile): FileUpload {
  const { file, type, voice } = chosen;
  const isShown = /^(?:image|audio|video)\//.test(type);
  const preview = isShown ? parts.show(file) : '';
  const view = makeStore<FileView>({
    ...{ id: chosen.id, name: file.name, type, sizeBytes: file.size, preview, voice },
    ...{ phase: 'queued', sentBytes: 0, error: undefined },
  });
  const change = (next: Partial<FileView>) => view.set({ ...view.get(), ...next });
  const stop = new AbortController();
  let running: Promise<ChatAttachmentReference> | undefined;

  async function run(): Promise<ChatAttachmentReference> {
    stop.signal.throwIfAborted();
    const source = { bytes: file, name: file.name, type };
    const { attachment_reference } = await uploadFile(source, parts.callsFor(voice), {
      signal: stop.signal,
      onProgress: change,
      means: parts.means,
    });
    change({ phase: 'there', sentBytes: file.size });
    return attachment_reference!;
  }

  function begin(): Promise<ChatAttachmentReference> {
    change({ phase: 'queued', sentBytes: 0, error: undefined });
    const started = parts.slots(run);
    running = started;
    started.catch((error: unknown) => {
      running = undefined;
      change({ phase: 'failed', error });
    });
    return started;
  }

  return {
    chosen,
    view,
    reference: () => running ?? begin(),
    forget() {
      running = undefined;
    },
    cancel() {
      stop.abort();
      parts.hide(preview);
    },
  };
}
