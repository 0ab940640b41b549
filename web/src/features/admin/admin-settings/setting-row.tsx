import type { SettingDeclaration } from '@matinee/contract/gen/api.ts';
import { History, RotateCcw } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';
import { SettingEditor } from './editors/setting-editor.tsx';
import { useSettingText } from './setting-text.ts';
import { defaultOf, faultsWithin, isOutOfBounds, isOvertaken, isSame, serverValue } from './settings-form.ts';
import type { SettingsState } from './use-settings.ts';

export interface SettingRowProps {
  readonly declaration: SettingDeclaration;
  readonly state: SettingsState;
  readonly onHistory: () => void;
}

/** One setting: its meaning, its editor and its state, such as "not saved". */
export function SettingRow({ declaration, state, onHistory }: SettingRowProps) {
  const { t } = useTranslation('admin-settings');
  const text = useSettingText();
  const { key } = declaration;
  const value = state.value(key);
  const draft = state.drafts[key];
  const bounds = { min: declaration.min, max: declaration.max };
  const local = isOutOfBounds(declaration, value) ? { '': t('outOfBounds', bounds) } : {};
  const faults = { ...faultsWithin(state.faults, key), ...local };
  return (
    <div className="relative grid gap-3 p-4 sm:p-5" data-setting={key}>
      {draft && <span aria-hidden="true" className="absolute inset-y-3 start-0 w-1 rounded-full bg-accent" />}
      <SettingEditor
        declaration={declaration}
        value={value}
        faults={faults}
        onChange={(next) => state.change(key, next)}
      />
      {draft && isOvertaken(draft, state.settings!, key) && (
        <div role="alert" className="grid gap-2 rounded-control bg-accent-soft px-4 py-3 text-sm text-accent-text">
          <p className="wrap-anywhere">
            {t('overtaken', {
              name: declaration.updatedBy?.username || t('actor.operator'),
              value: text.value(serverValue(state.settings!, key)),
            })}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => state.discard(key)}>{t('takeTheirs')}</Button>
            <Button onClick={() => state.insist(key)}>{t('keepMine')}</Button>
          </div>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {draft && <Chip tone="accent">{t('unsavedChip')}</Chip>}
        <code className="text-xs wrap-anywhere">{key}</code>
        <LastChange declaration={declaration} />
        <span className="ms-auto flex">
          {!isSame(value, defaultOf(declaration)) && (
            <IconButton
              label={t('reset', { value: text.value(defaultOf(declaration)).slice(0, 60) })}
              tooltip="end"
              icon={<RotateCcw size={18} aria-hidden="true" />}
              onClick={() => state.change(key, defaultOf(declaration))}
            />
          )}
          {declaration.updatedBy && (
            <IconButton
              label={t('history.open', { name: text.label(declaration) })}
              tooltip="end"
              icon={<History size={18} aria-hidden="true" />}
              onClick={onHistory}
            />
          )}
        </span>
      </div>
    </div>
  );
}

function LastChange({ declaration: { updatedBy, updatedAt } }: Pick<SettingRowProps, 'declaration'>) {
  const { t, i18n } = useTranslation('admin-settings');
  if (!updatedBy || !updatedAt) return null;
  const at = new Date(updatedAt).toLocaleString(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' });
  const name = updatedBy.kind === 'user' ? updatedBy.username : t(`actor.${updatedBy.kind}`);
  return <span className="wrap-anywhere">{t('changedBy', { name, at })}</span>;
}
