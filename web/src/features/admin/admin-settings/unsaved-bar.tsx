import type { SettingDeclaration } from '@matinee/contract/gen/api.ts';
import { ApiError } from '../../../client/calls/api.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useSettingText } from './setting-text.ts';
import { faultsWithin, isOutOfBounds } from './settings-form.ts';
import type { SettingsState } from './use-settings.ts';

export interface UnsavedBarProps {
  readonly state: SettingsState;
  readonly declarations: readonly SettingDeclaration[];
}

/** A bar at the foot of the page while changes are not saved. It names them and offers to save or discard them. */
export function UnsavedBar({ state, declarations }: UnsavedBarProps) {
  const { t } = useTranslation('admin-settings');
  const text = useSettingText();
  const errorText = useErrorText();
  const { drafts, save, discard } = state;
  const changed = declarations.filter(({ key }) => key in drafts);
  if (changed.length === 0) return null;
  const isWrong = changed.some((one) => isOutOfBounds(one, drafts[one.key]!.value));
  const isConflict = save.error instanceof ApiError && save.error.status === 409;
  const wrong = changed.filter(({ key }) => Object.keys(faultsWithin(state.faults, key)).length > 0);
  const reason = isConflict
    ? t('unsaved.conflict')
    : wrong.length > 0
      ? t('unsaved.refused', { names: wrong.map(text.label).join(', ') })
      : errorText(save.error);
  return (
    <section
      aria-label={t('unsaved.label')}
      className="sticky bottom-4 z-20 mt-8 grid max-w-3xl gap-3 rounded-card border border-border bg-surface p-4 shadow-raised"
    >
      {save.error && (
        <p role="alert" className="text-sm text-danger wrap-anywhere">
          {reason}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-40 flex-1">
          <p role="status" className="font-medium">
            {t('unsaved.count', { count: changed.length })}
          </p>
          <p className="line-clamp-2 text-sm text-muted">{changed.map(text.label).join(', ')}</p>
        </div>
        <Button kind="quiet" onClick={() => discard()}>
          {t('unsaved.discard')}
        </Button>
        <Button kind="primary" busy={save.isPending} disabled={isWrong} onClick={() => save.mutate()}>
          {t('unsaved.save')}
        </Button>
      </div>
    </section>
  );
}
