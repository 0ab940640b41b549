import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useContext, useEffect } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { Logo } from '../../../ui/signs/logo.tsx';
import { AccountButton } from './account-button.tsx';
import { ShellOffersContext } from './shell-offers.ts';

const widths = {
  wide: 'max-w-6xl px-4 pt-6 sm:px-8 sm:pt-10',
  narrow: 'max-w-md px-4 pt-6 sm:pt-16',
  /** A card. In a low window its content has two columns. */
  card: 'max-w-md low:max-w-3xl px-4 pt-6 sm:pt-16 low:pt-0',
};

export interface PageProps {
  /** Title of the browser's tab; the product's name is appended. */
  readonly title?: string;
  readonly width?: keyof typeof widths;
  readonly children: ReactNode;
}

/** Header and content of every screen but the room. */
export function Page({ title, width = 'wide', children }: PageProps) {
  useDocumentTitle(title);
  return (
    <div className="flex min-h-dvh flex-col">
      <Header />
      <main id="main" className={`mx-auto w-full flex-1 pb-16 ${widths[width]}`}>
        {children}
      </main>
    </div>
  );
}

function Header() {
  const { t } = useTranslation('shell');
  const { user, isKnown } = useSession();
  const { HeaderItem } = useContext(ShellOffersContext);
  const { pathname } = useLocation();
  // A visitor of a room's page returns there after signing in.
  const search = pathname.startsWith('/r/') ? { return: pathname } : {};
  return (
    <header className="mx-auto flex w-full max-w-6xl items-center gap-2 px-4 py-3 sm:px-8">
      <a
        href="#main"
        className="sr-only rounded-control bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:absolute focus:z-50"
      >
        {t('skip')}
      </a>
      <Link
        to="/"
        className="flex min-h-11 items-center gap-2.5 rounded-control pe-2 text-lg font-semibold tracking-tight"
      >
        <Logo />
        Matinee
      </Link>
      <nav aria-label={t('account.label')} className="ms-auto flex min-w-0 items-center gap-1 sm:gap-2">
        {isKnown && !user && (
          <Link to="/signin" search={search} className={buttonClass('quiet')}>
            {t('account.signIn')}
          </Link>
        )}
        <HeaderItem />
        <AccountButton />
      </nav>
    </header>
  );
}

/** Names the tab of the browser while the screen is shown. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Matinee` : 'Matinee';
  }, [title]);
}
