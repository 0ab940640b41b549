import type { FolderKind } from '@matinee/contract/gen/api.ts';
import { useCallback } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';

interface Named {
  readonly name: string;
  readonly kind?: FolderKind;
}

/** Names folders in the reader's language if their source has no name for them. [WSO14] */
export function useFolderWords() {
  const { t } = useTranslation('sources');
  return useCallback(
    <F extends Named>(one: F): F =>
      one.kind === undefined ? one : { ...one, name: t(`folders.${one.kind}`, { defaultValue: one.name }) },
    [t],
  );
}
