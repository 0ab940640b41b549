import { Suspense, useEffect, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { soon } from '../../../ui/lazily.tsx';

const Bell = soon(() => import('./bell.tsx').then((module) => module.Bell));
const place = <span className="size-11 shrink-0" />;

/**
 * The bell of the signed-in user. Its code is loaded after the screen is shown; until then its place is kept. [WNT1]
 */
export function NotificationBell() {
  const { user } = useSession();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 1_000);
    return () => clearTimeout(timer);
  }, []);
  if (!user) return null;
  return isLate ? (
    <Suspense fallback={place}>
      <Bell userId={user.id} />
    </Suspense>
  ) : (
    place
  );
}
