import type { AuditRecord } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { useSettingText } from '../admin-settings/setting-text.ts';
import type { DetailLine } from './record-texts.ts';

/** Longest value that a list shows, in characters. */
const maxLength = 120;

/** Writes the values of audit records as readable text. [WU4] */
export function useDetailText(): (record: Pick<AuditRecord, 'action'>, line: DetailLine) => string {
  const { t, i18n } = useTranslation('admin-audit');
  const setting = useSettingText();
  const word = (group: string, value: string) => t(`${group}.${value}`, { defaultValue: value });
  const plain = (value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (Array.isArray(value)) return value.map(plain).join(', ');
    if (typeof value !== 'object' || value === null) return String(value ?? '');
    return Object.entries(value)
      .map(([name, inner]) => `${name}: ${plain(inner)}`)
      .join(', ');
  };
  const inWords = ({ action }: Pick<AuditRecord, 'action'>, { name, value }: DetailLine): string => {
    const isChange = name === 'from' || name === 'to';
    if (isChange && action.startsWith('settings.')) return setting.value(value);
    if (typeof value !== 'string') return plain(value);
    if (name === 'role' || (isChange && action === 'user.role_changed')) return word('role', value);
    if (name === 'method' || name === 'via') return word(name, value);
    if (name === 'until')
      return new Date(value).toLocaleString(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' });
    return value;
  };
  return (record, line) => {
    const text = inWords(record, line);
    return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  };
}
