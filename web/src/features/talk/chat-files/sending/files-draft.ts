import { makeId } from '../../../../client/room/connection.ts';
import { makeStore, type Store } from '../../../../client/store.ts';
import type { ChosenFile, FileView, OutgoingFiles, VoiceFacts } from '../outgoing.ts';
import { checkFile, type Measure, mostFiles, type Refusal, type RefusedFile } from './checks.ts';
import { type FileUpload, makeFileUpload, type UploadParts } from './file-upload.ts';

/** The files for the next message of a room. They are uploaded while the person writes. [WCF1] */
export interface FilesDraft {
  readonly views: Store<readonly FileView[]>;
  /** The refused files, until the person has read why. */
  readonly refused: Store<readonly RefusedFile[]>;
  add(files: readonly File[]): Promise<void>;
  remove(id: string): void;
  /** Uploads a failed file again. */
  retry(id: string): void;
  dismissRefused(): void;
  /** Attaches the files of an earlier page. Parts that the server has are not sent again. */
  restore(chosen: readonly ChosenFile[]): void;
  /** Takes the files for a message and empties the draft. Undefined: there are none. */
  take(): OutgoingFiles | undefined;
  /** A voice message, sent on its own. */
  voice(file: File, voice: VoiceFacts): OutgoingFiles;
  /** The files of a message that an earlier page did not send. */
  outgoing(chosen: readonly ChosenFile[]): OutgoingFiles;
}

/** Keeps the files of a draft in the browser if it can, in case the person leaves the page. */
export interface DraftKeeper {
  put(chosen: ChosenFile): void;
  remove(id: string): void;
}

export function makeFilesDraft(parts: UploadParts, measure: Measure, keeper: DraftKeeper): FilesDraft {
  const refused = makeStore<readonly RefusedFile[]>([]);
  let list = makeList([]);
  const views = makeStore<readonly FileView[]>([]);
  const show = (next: FileList) => {
    list.stop();
    list = next;
    list.views.subscribe(() => views.set(list.views.get()));
    views.set(list.views.get());
  };
  const refuse = (name: string, why: Refusal) => refused.set([...refused.get(), { id: makeId(), name, why }]);

  async function addOne(file: File): Promise<void> {
    if (list.uploads.some(({ chosen }) => isSame(chosen.file, file))) return refuse(file.name, 'twice');
    const checked = await checkFile(file, measure);
    if ('why' in checked) return refuse(file.name, checked.why);
    if (list.uploads.length >= mostFiles) return refuse(file.name, 'tooMany');
    attach(kept({ id: makeId(), file, type: checked.type }));
  }

  function attach(chosen: ChosenFile): void {
    show(makeList([...list.uploads, begin(parts, chosen)]));
  }

  function kept(chosen: ChosenFile): ChosenFile {
    keeper.put(chosen);
    return chosen;
  }

  return {
    views,
    refused,
    async add(files) {
      refused.set([]);
      for (const file of files) await addOne(file);
    },
    remove(id) {
      list.uploads.find(({ view }) => view.get().id === id)?.cancel();
      keeper.remove(id);
      show(makeList(list.uploads.filter(({ view }) => view.get().id !== id)));
    },
    retry: (id) => void list.uploads.find(({ view }) => view.get().id === id)?.reference(),
    restore(chosen) {
      for (const one of chosen.slice(0, mostFiles - list.uploads.length)) attach(one);
    },
    dismissRefused: () => refused.set([]),
    take() {
      if (list.uploads.length === 0) return undefined;
      const taken = outgoing(makeList(list.uploads));
      show(makeList([]));
      refused.set([]);
      return taken;
    },
    voice: (file, voice) => outgoing(makeList([begin(parts, kept({ id: makeId(), file, type: file.type, voice }))])),
    outgoing: (chosen) => outgoing(makeList(chosen.map((one) => begin(parts, one)))),
  };
}

/** True for the same file, chosen twice: it would be one upload, and a message takes each upload once. */
function isSame(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}

function begin(parts: UploadParts, chosen: ChosenFile): FileUpload {
  const upload = makeFileUpload(parts, chosen);
  // The view shows its failure.
  upload.reference().catch(() => undefined);
  return upload;
}

interface FileList {
  readonly uploads: readonly FileUpload[];
  readonly views: Store<readonly FileView[]>;
  stop(): void;
}

/** Uploads, with all their views in one store. */
function makeList(uploads: readonly FileUpload[]): FileList {
  const read = () => uploads.map(({ view }) => view.get());
  const views = makeStore(read());
  const ends = uploads.map(({ view }) => view.subscribe(() => views.set(read())));
  return { uploads, views, stop: () => ends.forEach((end) => void end()) };
}

function outgoing({ uploads, views }: FileList): OutgoingFiles {
  return {
    views,
    chosen: uploads.map(({ chosen }) => chosen),
    references: () => Promise.all(uploads.map((upload) => upload.reference())),
    forget: () => uploads.forEach((upload) => void upload.forget()),
    discard: () => uploads.forEach((upload) => void upload.cancel()),
  };
}
