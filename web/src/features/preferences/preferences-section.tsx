import type { UserPreferences } from '@matinee/contract/gen/api.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../app/error-text.ts';
import { useSession } from '../../app/session.tsx';
import { chooseLanguage, type Language, languages } from '../../app/texts.ts';
import { chooseTheme, type Theme } from '../../app/theme.ts';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Failure } from '../shell/failure.tsx';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** Part of the account page: what goes with the account to every device, and in which language mails come. [WP1] */
export function PreferencesSection() {
  const { t, i18n } = useTranslation(['preferences', 'shell']);
  const { api } = useSession();
  const client = useQueryClient();
  const errorText = useErrorText('preferences');
  const query = useQuery({
    queryKey: ['preferences'],
    queryFn: () => api.call('UserService.GetUserPreferences', {}),
  });
  const save = useMutation({
    mutationFn: (preferences: UserPreferences) => api.call('UserService.UpdateUserPreferences', { preferences }),
    onSuccess: (_, { language, theme }) => {
      if (language && language in languages) chooseLanguage(language as Language);
      if (theme) chooseTheme(theme);
      showToast(t('saved'));
    },
    onError: (error) => showToast(errorText(error), 'danger'),
    onSettled: () => client.invalidateQueries({ queryKey: ['preferences'] }),
  });
  const held = { ...query.data?.preferences, ...(save.isPending ? save.variables : {}) };
  return (
    <Section id="preferences" title={t('title')} text={t('text')}>
      {query.isPending && <Skeleton className="h-40" />}
      {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <div className="grid max-w-md gap-5">
          <Select<string>
            label={t('language', { ns: 'shell' })}
            hint={t('languageHint')}
            value={held.language || (i18n.resolvedLanguage ?? 'en')}
            options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            onChange={(language) => save.mutate({ language })}
          />
          <Select<Theme>
            label={t('theme.label', { ns: 'shell' })}
            value={held.theme ?? 'system'}
            options={themes.map((value) => ({ value, label: t(`theme.${value}`, { ns: 'shell' }) }))}
            onChange={(theme) => save.mutate({ theme })}
          />
          <Switch
            label={t('notices')}
            hint={t('noticesHint')}
            checked={held.email_notifications ?? true}
            onChange={(email_notifications) => save.mutate({ email_notifications })}
          />
        </div>
      )}
    </Section>
  );
}
