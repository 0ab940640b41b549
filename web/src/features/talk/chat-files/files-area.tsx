import { Suspense, useEffect, useRef, useState } from 'react';
import { useStore } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { lazily } from '../../../ui/lazily.tsx';
import type { FilesDraft } from './sending/files-draft.ts';
import { useIncomingFiles } from './sending/use-incoming-files.ts';

const DraftTray = lazily(() => import('./sending/draft-tray.tsx').then((module) => module.DraftTray));
const DropHint = lazily(() => import('./sending/drop-hint.tsx').then((module) => module.DropHint));

/** The files of the next message. It takes files that are dropped on the section around it, or pasted. [WCF1] */
export function FilesArea({ draft }: { readonly draft: FilesDraft }) {
  const place = useRef<HTMLDivElement>(null);
  const section = useRef<HTMLElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    section.current = place.current?.closest('section') ?? null;
    setReady(true);
  }, []);
  const hasAny = useStore(draft.views).length > 0;
  const hasRefused = useStore(draft.refused).length > 0;
  return (
    <div ref={place}>
      {isReady && <Incoming section={section} draft={draft} />}
      <Suspense>{(hasAny || hasRefused) && <DraftTray draft={draft} />}</Suspense>
    </div>
  );
}

function Incoming({
  section,
  draft,
}: {
  readonly section: { readonly current: HTMLElement | null };
  readonly draft: FilesDraft;
}) {
  const { showPanel } = useRoom();
  const isOver = useIncomingFiles(section, (files) => {
    void draft.add(files);
    showPanel('chat');
    document.querySelector<HTMLElement>('[data-chat-input]')?.focus();
  });
  return <Suspense>{isOver && section.current && <DropHint over={section.current} />}</Suspense>;
}
