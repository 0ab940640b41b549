import type { LoginMethod } from '@matinee/contract/gen/service/client/sessions_pb.ts';
import type { Binding } from '../kernel/handler.ts';
import type { ByteRoute } from '../kernel/http/byte-routes.ts';
import type { PageFile, PostedPage, PreviewedPage } from '../kernel/http/pages.ts';
import type { Part } from '../kernel/lifecycle.ts';
import type { Resource } from '../realtime/resource.ts';
import type { Signals } from '../realtime/signals.ts';
import type { StandingEvent } from '../realtime/standing-events.ts';
import type { Tx } from '../store/database.ts';
import type { Schema } from '../store/gen/schema.ts';
import type { PersonalData } from '../store/personal-data.ts';
import type { AnyMfaProvider, LinkedSignIn, LocalFactor } from './accounts/mfa/mfa.port.ts';
import type { CredentialKind } from './accounts/registrations/registrations.port.ts';
import type { ItemChange } from './watching/playback/playback.port.ts';
import type { OnWatched } from './watching/watched/watched.port.ts';

/** What a feature gives the server: all that app.ts sees of it. */
export interface Feature {
  readonly name: string;
  /** Tables that this feature owns: no other one writes them. `npm run check` compares. */
  readonly tables?: readonly (keyof Schema)[];
  /** Tables of other features that the SQL of this one reads, of its wing and of earlier ones. */
  readonly reads?: readonly (keyof Schema)[];
  /** What of its tables belongs to people, for archives of their accounts. A test compares it with the tables. */
  readonly personalData?: PersonalData;
  readonly bindings?: readonly Binding[];
  /** What clients may observe. */
  readonly resources?: readonly Resource[];
  /** Messages that clients may send over the socket and that have no answer. */
  readonly signals?: Signals;
  /** Events of this feature that change what people may do in a room. */
  readonly standingEvents?: readonly StandingEvent[];
  /** Ways to sign in that the feature offers as the server is set up now. */
  readonly loginMethods?: () => readonly LoginMethod[];
  /** Kinds of credentials for signing in to an account. */
  readonly credentialKinds?: readonly CredentialKind[];
  /**
   * An account is erased: gives what others still see of it to `heirId`, an account without an owner. Foreign keys with
   * `ON DELETE CASCADE` delete what belongs to the account alone. References to accounts without such a key need this.
   */
  readonly onUserErased?: (tx: Tx, userId: string, heirId: string) => Promise<void>;
  /** The item that plays in a room changes in `tx` to another one, or to none. */
  readonly onItemChanged?: (tx: Tx, roomId: string, change: ItemChange) => void | Promise<void>;
  /** A picture was found in the film of an item, and stored in `tx`. */
  readonly onArtwork?: (tx: Tx, roomId: string, mediaId: string) => Promise<void>;
  /** It is written in `tx` who watches what now, in some rooms. Called for each room twice a minute while it plays. */
  readonly onWatched?: OnWatched;
  /** A person in a room has sent a reaction to the film. */
  readonly onFilmReaction?: (roomId: string, userId: string, reactionKey: string) => void;
  /** Called with the certificate and the key of this server when they were read again. */
  readonly onTlsRenewed?: (files: { readonly cert: string | Buffer; readonly key: string | Buffer }) => void;
  /** Runtime settings change in `tx` to these values, by key. */
  readonly onSettingsChanged?: (tx: Tx, changed: ReadonlyMap<string, unknown>) => void;
  /**
   * A deleted room is about to be erased: deletes a part of what the feature keeps for it, if deleting all of it by
   * foreign keys would take long. True: there is more.
   */
  readonly onRoomErasing?: (roomId: string) => Promise<boolean>;
  /** Factors that accounts can have, for two-factor sign-in. */
  readonly localFactors?: readonly LocalFactor[];
  /** Ways to sign in other than local factors: accounts elsewhere. */
  readonly linkedSignIns?: readonly LinkedSignIn[];
  /** Ways to prove a second factor, or an identity before a sensitive operation. */
  readonly mfaProviders?: readonly AnyMfaProvider[];
  /**
   * A user with an account has connected to a room. Called for each connection; the caller does not wait for the
   * result.
   */
  readonly onConnected?: (roomId: string, userId: string) => void;
  /** Pages of the web app that other sites send forms to. */
  readonly postedPages?: readonly PostedPage[];
  /** Pages of the web app whose links get a preview where they are posted. */
  readonly previewedPages?: readonly PreviewedPage[];
  /** Files beside pages of the web app. */
  readonly pageFiles?: readonly PageFile[];
  /** Bytes that are served at addresses of their own. */
  readonly byteRoutes?: readonly ByteRoute[];
  /** Work that goes on by itself: jobs, timers, listeners. */
  readonly parts?: readonly Part[];
}
