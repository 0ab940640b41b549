import type { LoginMethod } from '@matinee/contract/gen/service/client/sessions_pb.ts';
import type { Binding } from '../kernel/handler.ts';
import type { ByteRoute } from '../kernel/http/byte-routes.ts';
import type { PageFile, PostedPage, PreviewedPage } from '../kernel/http/pages.ts';
import type { Part } from '../kernel/lifecycle.ts';
import type { Resource } from '../realtime/resource.ts';
import type { Signals } from '../realtime/signals.ts';
import type { StandingEvent } from '../realtime/standing-events.ts';
import type { Tx } from '../store/database.ts';
import type { AnyMfaProvider, LinkedSignIn, LocalFactor } from './accounts/mfa/mfa.port.ts';
import type { CredentialKind } from './accounts/registrations/registrations.port.ts';

/** What a feature gives the server: all that app.ts sees of it. */
export interface Feature {
  readonly name: string;
  readonly bindings?: readonly Binding[];
  /** What clients may observe. */
  readonly resources?: readonly Resource[];
  /** What clients may tell over the socket without asking for an answer. */
  readonly signals?: Signals;
  /** Events of this feature after which people may do something else in a room than before. */
  readonly standingEvents?: readonly StandingEvent[];
  /** Ways to sign in that the feature offers as the server is set up now. */
  readonly loginMethods?: () => readonly LoginMethod[];
  /** What accounts can be signed in to with. */
  readonly credentialKinds?: readonly CredentialKind[];
  /**
   * An account is erased: gives what others still see of it to `heirId`, an account that nobody has. What belongs to the account
   * alone goes by foreign keys (`ON DELETE CASCADE`); whatever refers to accounts without one needs this.
   */
  readonly onUserErased?: (tx: Tx, userId: string, heirId: string) => Promise<void>;
  /**
   * A deleted room is about to be erased: takes away some of what the feature keeps for it, where that is so much that deleting it by
   * foreign keys would take long. True: there is more.
   */
  readonly onRoomErasing?: (roomId: string) => Promise<boolean>;
  /** Factors that accounts can have, for two-factor sign-in. */
  readonly localFactors?: readonly LocalFactor[];
  /** Ways to sign in that are no local factors: accounts elsewhere. */
  readonly linkedSignIns?: readonly LinkedSignIn[];
  /** Ways to prove a second factor, or who one is before something sensitive. */
  readonly mfaProviders?: readonly AnyMfaProvider[];
  /** Somebody with an account has connected to a room. Called for each connection; nobody waits for what it does. */
  readonly onEntered?: (roomId: string, userId: string) => void;
  /** Pages of the web app that other sites send forms to. */
  readonly postedPages?: readonly PostedPage[];
  /** Pages of the web app whose links show something of themselves where they are posted. */
  readonly previewedPages?: readonly PreviewedPage[];
  /** Files beside pages of the web app. */
  readonly pageFiles?: readonly PageFile[];
  /** Bytes that are served at addresses of their own. */
  readonly byteRoutes?: readonly ByteRoute[];
  /** Work that goes on by itself: jobs, timers, listeners. */
  readonly parts?: readonly Part[];
}
