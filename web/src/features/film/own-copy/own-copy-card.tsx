import type { OwnCopySource } from '@matinee/contract/gen/api.ts';
import { FileVideo } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { readableBytes } from '../../../client/words/readable.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/signs/spinner.tsx';
import { DifferenceText } from './difference-text.tsx';
import { useFileFault } from './use-file-fault.ts';
import { useOwnFile } from './use-own-file.ts';

/** Takes the place of a film on the person's own disk until they have opened it. [WOC2] [WOC3] */
export function OwnCopyCard({ source }: { readonly source: OwnCopySource }) {
  const { t, i18n } = useTranslation('own-copy');
  const { locale: language } = i18n;
  const fileFault = useFileFault();
  const { state, knownName, choose, take, openKnown, openAnyway } = useOwnFile(source);
  const area = useDropped(take);
  return (
    <div
      ref={area}
      // On a phone this covers the controls: there is nothing to control yet.
      className="absolute inset-0 grid overflow-auto bg-black p-6 pb-24 [place-items:safe_center] @max-[34rem]:z-10 @max-[34rem]:p-3"
    >
      <section
        aria-labelledby="own-copy-title"
        className="grid max-w-xl justify-items-center gap-3 text-center @max-[34rem]:gap-1.5"
      >
        <FileVideo size={28} aria-hidden="true" className="text-accent-text @max-[34rem]:hidden" />
        <h2 id="own-copy-title" className="text-lg leading-snug font-semibold @max-[34rem]:text-base">
          {t('card.title')}
        </h2>
        <p
          className={classNames(
            'text-muted wrap-anywhere @max-[34rem]:text-sm',
            state.is === 'different' && '@max-[34rem]:sr-only',
          )}
        >
          {t('card.text', { name: source.file_name, size: readableBytes(source.size_bytes, language, 3) })}
        </p>
        <div role="status" className="grid justify-items-center gap-1 text-sm">
          {state.is === 'checking' && (
            <span className="flex items-center gap-2">
              <Spinner />
              {t('card.checking')}
            </span>
          )}
          {state.is === 'failed' && <p className="text-danger">{fileFault(state.error)}</p>}
          {state.is === 'different' && (
            <DifferenceText difference={state.difference} name={state.chosen.file.name} language={language} />
          )}
        </div>
        <div className="flex flex-wrap justify-center gap-2">
          {knownName !== undefined && state.is === 'none' && (
            <Button kind="primary" onClick={() => void openKnown()}>
              {t('card.again', { name: knownName })}
            </Button>
          )}
          <Button
            kind={knownName !== undefined && state.is === 'none' ? 'secondary' : 'primary'}
            disabled={state.is === 'checking'}
            onClick={() => void choose()}
          >
            {t(state.is === 'none' || state.is === 'checking' ? 'card.choose' : 'card.other')}
          </Button>
          {state.is === 'different' && <Button onClick={openAnyway}>{t('card.anyway')}</Button>}
        </div>
      </section>
    </div>
  );
}

/** Calls `onFile` with a file that is dropped on the element. */
function useDropped(onFile: (file: File) => void): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null);
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const onOver = (event: DragEvent) => event.preventDefault();
    const onDrop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current(file);
    };
    element.addEventListener('dragover', onOver);
    element.addEventListener('drop', onDrop);
    return () => {
      element.removeEventListener('dragover', onOver);
      element.removeEventListener('drop', onDrop);
    };
  }, []);
  return area;
}
