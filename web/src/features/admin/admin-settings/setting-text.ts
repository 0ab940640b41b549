import type { SettingDeclaration } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import type { SettingValue } from './settings-form.ts';

/** Words for settings and their values. A key that has no words shows its name and the server's sentence. */
export function useSettingText() {
  const { t, i18n } = useTranslation('admin-settings');
  const own = (path: string) => (i18n.exists(path, { ns: 'admin-settings' }) ? t(path) : undefined);
  return {
    label: ({ key }: Pick<SettingDeclaration, 'key'>) => own(`keys.${key}.label`) ?? key,
    doc: ({ key, doc }: SettingDeclaration) => own(`keys.${key}.doc`) ?? doc,
    /**
     * Names of the parts of a secret, and of the buttons that add and remove it. Without a declaration, the names for
     * a username and password.
     */
    parts(declaration?: Pick<SettingDeclaration, 'key'>) {
      const word = (name: string) =>
        (declaration && own(`keys.${declaration.key}.parts.${name}`)) ?? t(`credentials.${name}`);
      return {
        add: word('add'),
        username: word('username'),
        password: word('password'),
        remove: word('remove'),
      };
    },
    group: (group: string) => own(`groups.${group}`) ?? group,
    option: (name: string) => own(`options.${name}`) ?? name,
    unit: (unit: string) => own(`units.${unit}`) ?? unit,
    /** One line about a value. */
    value(value: SettingValue): string {
      if (value === null || value === undefined || value === '') return t('value.none');
      if (typeof value === 'boolean') return t(value ? 'value.on' : 'value.off');
      if (Array.isArray(value)) {
        if (value.length === 0) return t('value.empty');
        return value
          .map((item) => (typeof item === 'string' ? (own(`options.${item}`) ?? item) : about(item)))
          .join(', ');
      }
      return typeof value === 'object' ? about(value) : (own(`options.${String(value)}`) ?? String(value));
    },
  };
}

/** The name of an object: the name of a provider, the addresses of a server, or else the whole object as text. */
function about(item: object): string {
  const { instanceName, urls, url, username } = item as Record<string, unknown>;
  if (Array.isArray(urls)) return urls.join(' ');
  return String(instanceName ?? url ?? username ?? JSON.stringify(item));
}
