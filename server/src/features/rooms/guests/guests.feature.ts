import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { AuthService } from '@matinee/contract/gen/service/client/auth_service_pb.ts';
import type { CreateGuestTokenRequest } from '@matinee/contract/gen/service/client/guests_pb.ts';
import type { GuestPrincipal } from '../../../kernel/call.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { handle } from '../../../kernel/handler.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { readDisplayName } from '../../accounts/display-names/display-name.port.ts';
import { sessionSettings } from '../../accounts/sessions/sessions.settings.ts';
import { isReservedName } from '../../accounts/users/reserved-names.port.ts';
import { userErrors } from '../../accounts/users/users.port.ts';
import type { Feature } from '../../feature.ts';
import type { Members } from '../members/members.port.ts';
import { voidingGuestTokens } from '../rooms/rooms.store.ts';
import { makeGuestTokens } from './guest-tokens.ts';
import { guestErrors } from './guests.errors.ts';

interface GuestParts {
  readonly members: Members;
  readonly jwtSecret: string;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The guest operations that the pipeline needs. */
export interface Guests {
  isGuestToken(bearer: string): boolean;
  /** @throws AppError `guests.invalid_token`. */
  authenticate(bearer: string): Promise<GuestPrincipal>;
}

/** Admits people without an account to one room, as guests. [GU1]–[GU4] */
export function guestsFeature({ members, jwtSecret, clock, ids }: GuestParts): Feature & { guests: Guests } {
  const tokens = makeGuestTokens(jwtSecret, clock);

  async function createToken({ roomId, displayName }: CreateGuestTokenRequest) {
    if (displayName !== undefined && isReservedName(displayName)) throw userErrors.username_reserved();
    const guestId = ids.make('gst');
    const username = displayName === undefined ? `guest-${guestId.slice(-4)}` : readDisplayName(displayName);
    const guest = { guestId, username, roomId, guestVersion: await members.guestVersion(roomId) };
    // Every later call makes the same check. A guest who would fail it gets no token.
    const standing = await members.findStanding({ kind: 'guest', ...guest, expiresAtMs: 0 }, roomId);
    if (!standing) throw guestErrors.not_admitted();
    const { token, expiresAtMs } = await tokens.issue(guest);
    return { guestToken: token, guestId, displayName: username, roomId, expiresAt: timestampFromMs(expiresAtMs) };
  }

  return {
    name: 'guests',
    guests: { isGuestToken: tokens.isGuestToken, authenticate: tokens.read },
    /**
     * Guests are disabled: voids all guest tokens, so that enabling guests again does not readmit earlier ones. [GU4]
     */
    onSettingsChanged(tx, changed) {
      if (changed.get(sessionSettings.enableGuest.key) === false) tx.finish(voidingGuestTokens(tx));
    },
    bindings: [handle(AuthService.method.createGuestToken, createToken)],
  };
}
