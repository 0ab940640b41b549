/** What the account page is put together from, in this order. A feature adds its section with one entry; its code is loaded with the page. */
import { type ComponentType, lazy } from 'react';

/** One section. It draws itself in a `Section` of `ui/section.tsx` and loads what it shows. */
export interface AccountSection {
  /** Anchor of the section: `/account#passkeys`. */
  readonly id: string;
  readonly View: ComponentType;
}

export const accountSections: readonly AccountSection[] = [
  {
    id: 'profile',
    View: lazy(() => import('../features/account/profile-section.tsx').then((m) => ({ default: m.ProfileSection }))),
  },
  {
    id: 'email',
    View: lazy(() => import('../features/emails/email-section.tsx').then((m) => ({ default: m.EmailSection }))),
  },
  {
    id: 'password',
    View: lazy(() => import('../features/account/password-section.tsx').then((m) => ({ default: m.PasswordSection }))),
  },
  {
    id: 'passkeys',
    View: lazy(() => import('../features/passkeys/passkeys-section.tsx').then((m) => ({ default: m.PasskeysSection }))),
  },
  {
    id: 'two-factor',
    View: lazy(() =>
      import('../features/two-factor/two-factor-section.tsx').then((m) => ({ default: m.TwoFactorSection })),
    ),
  },
  {
    id: 'linked',
    View: lazy(() => import('../features/oauth2/linked-section.tsx').then((m) => ({ default: m.LinkedSection }))),
  },
  {
    id: 'sessions',
    View: lazy(() => import('../features/account/sessions-section.tsx').then((m) => ({ default: m.SessionsSection }))),
  },
  {
    id: 'preferences',
    View: lazy(() =>
      import('../features/preferences/preferences-section.tsx').then((m) => ({ default: m.PreferencesSection })),
    ),
  },
  {
    id: 'blocks',
    View: lazy(() => import('../features/blocks/blocks-section.tsx').then((m) => ({ default: m.BlocksSection }))),
  },
  {
    id: 'close',
    View: lazy(() => import('../features/closure/closure-section.tsx').then((m) => ({ default: m.ClosureSection }))),
  },
];
