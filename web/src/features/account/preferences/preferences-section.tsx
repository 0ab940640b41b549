import type { UserPreferences } from '@matinee/contract/gen/api.ts';
import { languageAmong, languages } from '@matinee/contract/languages.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePublicSettings } from '../../../client/session/public-settings.ts';
import { useSession } from '../../../client/session/session.tsx';
import { chooseLanguage } from '../../../client/words/choose-language.ts';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { chooseTheme, type Theme } from '../../../ui/theme.ts';
import { Failure } from '../../shared/shell/failure.port.tsx';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** Kinds of notifications that are mailed when they stay unread. [WNT6] */
const mailedKinds = [
  'notify_room_invitations',
  'notify_join_requests',
  'notify_role_changes',
  'notify_mentions',
  'notify_reports',
  'notify_announcements',
] as const satisfies readonly (keyof UserPreferences)[];

/**
 * Part of the account page: the choices that go with the account to every device, and the language of its mails. [WP1]
 */
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
      const known = languageAmong([language ?? '']);
      if (known) chooseLanguage(known);
      if (theme) chooseTheme(theme);
      showToast(t('saved'));
    },
    onError: (error) => showToast(errorText(error), 'danger'),
    onSettled: () => client.invalidateQueries({ queryKey: ['preferences'] }),
  });
  const { data: settings } = usePublicSettings();
  const isMailOff = settings !== undefined && !settings.login_methods.includes('email');
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
            value={languageAmong([held.language ?? '']) ?? i18n.language}
            options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            onChange={(language) => save.mutate({ language })}
          />
          <Select<Theme>
            label={t('theme.label', { ns: 'shell' })}
            value={held.theme ?? 'system'}
            options={themes.map((value) => ({ value, label: t(`theme.${value}`, { ns: 'shell' }) }))}
            onChange={(theme) => save.mutate({ theme })}
          />
          <WatchedChoices held={held} save={save.mutate} />
          {isMailOff ? (
            <p className="text-sm text-muted">{t('mailOff')}</p>
          ) : (
            <MailChoices held={held} save={save.mutate} />
          )}
        </div>
      )}
    </Section>
  );
}

interface ChoicesProps {
  readonly held: UserPreferences;
  readonly save: (preferences: UserPreferences) => void;
}

/** Chooses how much of the watch history is kept, and whether others see the person's progress. [WOH5] [WOH7] */
function WatchedChoices({ held, save }: ChoicesProps) {
  const { t } = useTranslation('preferences');
  const isKept = held.keep_watched ?? true;
  return (
    <>
      <Switch
        label={t('keepWatched')}
        hint={t('keepWatchedHint')}
        checked={isKept}
        onChange={(keep_watched) => save({ keep_watched })}
      />
      {isKept && (
        <Switch
          label={t('showProgress')}
          hint={t('showProgressHint')}
          checked={held.show_progress ?? true}
          onChange={(show_progress) => save({ show_progress })}
        />
      )}
    </>
  );
}

/** Chooses which mails are sent. A server that sends no mail offers no choice. */
function MailChoices({ held, save }: ChoicesProps) {
  const { t } = useTranslation('preferences');
  return (
    <>
      <Switch
        label={t('notices')}
        hint={t('noticesHint')}
        checked={held.email_notifications ?? true}
        onChange={(email_notifications) => save({ email_notifications })}
      />
      <fieldset className="grid gap-3" disabled={held.email_notifications === false}>
        <legend className="mb-2 font-medium">{t('mailed.title')}</legend>
        <p className="text-sm text-muted">{t('mailed.text')}</p>
        {mailedKinds.map((kind) => (
          <Switch
            key={kind}
            label={t(`mailed.${kind}`)}
            checked={held[kind] ?? false}
            onChange={(isOn) => save({ [kind]: isOn })}
          />
        ))}
      </fieldset>
    </>
  );
}
