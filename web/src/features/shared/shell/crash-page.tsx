import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';

/** The messages of Chromium, Firefox, Safari and Vite for a file of the app that cannot be loaded. */
const isMissingFile = /dynamically imported module|module script failed|preload CSS/i;

/** Shown when a screen throws. It offers to load the page again, and has the reason behind a fold. */
export function CrashPage({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('shell');
  const reason = error instanceof Error ? error.message : String(error);
  return (
    <main className="grid min-h-dvh place-items-center">
      <h1 className="sr-only">{t('crash.title')}</h1>
      <EmptyState
        title={t('crash.title')}
        text={
          <>
            <p>{t(isMissingFile.test(reason) ? 'crash.stale' : 'crash.text')}</p>
            <details className="mt-3 text-start text-sm">
              <summary className="min-h-8 text-center">{t('crash.details')}</summary>
              <p className="rounded-control bg-surface-2 p-3 font-mono text-xs wrap-anywhere">{reason}</p>
            </details>
          </>
        }
        action={
          <Button kind="primary" onClick={() => location.reload()}>
            {t('crash.reload')}
          </Button>
        }
      />
    </main>
  );
}
