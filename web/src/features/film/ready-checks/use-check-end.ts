import { useEffect, useRef } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { readyCheck } from './resources.ts';

/** When a check ends, says its outcome once, and who was not ready. [WRY5] */
export function useCheckEnd(): void {
  const { t, i18n } = useTranslation('ready-checks');
  const { room } = useRoom();
  const ended = useResource(room, readyCheck)?.ended;
  const told = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an end is told, not new words
  useEffect(() => {
    if (!ended || told.current === ended.id) return;
    told.current = ended.id;
    const { outcome, ready, present, actor_display_name: name, not_ready: missing } = ended;
    const names = new Intl.ListFormat(i18n.locale).format(missing.map((person) => person.display_name));
    const said = t(`ended.${outcome}`, { name, ready, present });
    showToast(missing.length > 0 ? `${said} ${t('ended.missing', { names })}` : said);
  }, [ended]);
}
