import type { RoomDiagnosis } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { LastCommands } from './last-commands.tsx';
import { useSay } from './say-finding.ts';
import { ViewerCard } from './viewer-card.tsx';

/** The page asks for the figures this often, in milliseconds: viewers report failures at once, the rest every 30 s. */
const refreshMs = 5_000;

interface DiagnosisProps {
  /** As a member who looks after the room, or as an administrator of the server. */
  readonly call: 'RoomService.DiagnoseRoom' | 'AdminService.DiagnoseRoom';
  readonly roomId: string;
}

/** How the item plays for each viewer of a room, what is wrong and what helps. [WDG4] [WDG5] */
export function Diagnosis({ call, roomId }: DiagnosisProps) {
  const { t } = useTranslation('diagnosis');
  const { api } = useSession();
  const query = useQuery({
    queryKey: ['diagnosis', call, roomId],
    queryFn: ({ signal }) => api.call(call, { room_id: roomId }, { signal }),
    refetchInterval: refreshMs,
  });
  const diagnosis = query.data?.diagnosis;
  if (diagnosis) return <Shown diagnosis={diagnosis} />;
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  );
}

function Shown({ diagnosis }: { readonly diagnosis: RoomDiagnosis }) {
  const { t } = useTranslation('diagnosis');
  const say = useSay();
  const { viewers, findings, commands, silent_replicas } = diagnosis;
  const isFine = findings.length === 0 && viewers.every((viewer) => viewer.findings.length === 0);
  return (
    <div className="grid grid-cols-1 gap-6">
      {isFine && (
        <p className="flex items-center gap-2 font-medium">
          <CircleCheck size={20} className="shrink-0 text-good" aria-hidden="true" />
          {t(viewers.length === 0 ? 'nobody' : 'fine')}
        </p>
      )}
      {findings.map((finding) => (
        <div key={finding.cause} className="rounded-control bg-danger-soft px-4 py-3">
          <p className="flex items-start gap-2 font-medium text-danger">
            <TriangleAlert size={20} className="mt-0.5 shrink-0" aria-hidden="true" />
            {say(finding).sentence}
          </p>
          <p className="mt-1">{say(finding).advice}</p>
        </div>
      ))}
      {viewers.length > 0 && (
        <ul aria-label={t('viewers')} className="grid grid-cols-1 gap-3">
          {viewers.map((viewer, index) => (
            // A person may have several connections, which have no names.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <ViewerCard key={`${viewer.user_id} ${index}`} viewer={viewer} />
          ))}
        </ul>
      )}
      {silent_replicas > 0 && <p className="text-sm text-muted">{t('silent', { count: silent_replicas })}</p>}
      {commands.length > 0 && <LastCommands commands={commands} />}
    </div>
  );
}
