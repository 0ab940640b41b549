import type { SettingDeclaration } from '@matinee/contract/gen/api.ts';
import { ApiError } from '../../../../client/calls/api.ts';
import { useErrorText, useViolationText } from '../../../../client/words/error-text.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { useSettingText } from '../setting-text.ts';
import { faultsOf, isWithin } from '../settings-form.ts';

interface ImportFaultsProps {
  readonly error: Error;
  readonly declarations: readonly SettingDeclaration[];
}

/** Why a file cannot be imported: the server's faults, by their place in the file. */
export function ImportFaults({ error, declarations }: ImportFaultsProps) {
  const { t } = useTranslation('admin-settings');
  const errorText = useErrorText();
  const violationText = useViolationText();
  const text = useSettingText();
  const faults = error instanceof ApiError ? Object.entries(faultsOf(error.details, violationText)) : [];
  const nameOf = (field: string) => {
    const declaration = declarations.find(({ key }) => isWithin(field, key));
    return declaration ? `${text.label(declaration)} (${field})` : field;
  };
  return (
    <div role="alert" className="grid gap-2 text-danger">
      <p>{faults.length === 0 ? errorText(error) : t('transfer.refused')}</p>
      {faults.length > 0 && (
        <ul className="grid list-disc gap-1 ps-5 text-sm wrap-anywhere">
          {faults.map(([field, reason]) => (
            <li key={field}>
              {nameOf(field)}: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
