import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/signs/skeleton.tsx';

/** Shown while the room is loading. */
export function RoomSkeleton() {
  const { t } = useTranslation('shell');
  return (
    <main data-theme="dark" className="flex h-dvh flex-col bg-bg side:flex-row">
      <h1 className="sr-only">{t('loading')}</h1>
      <div className="aspect-video w-full bg-black side:aspect-auto side:flex-1" />
      <div className="grid flex-1 content-start gap-4 p-4 side:w-[clamp(17rem,36vw,24rem)] side:flex-none">
        <Skeleton className="h-11" />
        <Skeleton className="h-24" />
        <Skeleton className="h-16" />
      </div>
    </main>
  );
}
