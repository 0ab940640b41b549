import { ClipboardPaste } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AddField } from './add-field.tsx';
import type { Library } from './use-library.ts';

export interface EmptyFilmProps {
  readonly library: Library;
  readonly mayAdd: boolean;
  readonly mayPlay: boolean;
  /** True: the playlist has something that could be chosen. */
  readonly hasItems: boolean;
  /** What else there is to do: inviting. */
  readonly action: ReactNode;
}

/** The dark screen before the film: says what to do next. */
export function EmptyFilm({ library, mayAdd, mayPlay, hasItems, action }: EmptyFilmProps) {
  const { t } = useTranslation('library');
  return (
    <div className="flex h-full w-full flex-col items-center justify-center gap-5 overflow-y-auto bg-black p-4 text-center">
      <div className="grid justify-items-center gap-1">
        <ClipboardPaste size={36} aria-hidden="true" className="mb-3 hidden text-accent-text sm:block" />
        <h2 className="text-xl font-semibold text-balance sm:text-3xl">
          {t(mayAdd ? (hasItems ? 'film.choose' : 'film.paste') : 'film.wait')}
        </h2>
        <p className="max-w-md text-sm text-balance text-muted sm:text-base">
          {t(mayAdd ? 'film.pasteText' : 'film.waitText')}
        </p>
      </div>
      {mayAdd && (
        <div className="w-full max-w-md">
          <AddField isProminent isBusy={library.isAdding} onAdd={(links) => library.add(links, mayPlay)} />
        </div>
      )}
      <div className="hidden sm:block">{action}</div>
    </div>
  );
}
