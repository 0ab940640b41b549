import type { JsonObject } from '@bufbuild/protobuf';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { passkeyErrors } from './passkeys.errors.ts';
import type { PasskeyRow } from './passkeys.store.ts';
import type { RelyingParty } from './relying-party.ts';

/**
 * COSE algorithms (RFC 9053): EdDSA, ES256, RS256. The list is fixed, so that our requests do not depend on the
 * runtime.
 */
const algorithms = [-8, -7, -257];
/** Same as the lifetime of a challenge, in milliseconds. */
const timeout = 300_000;
/**
 * The attestations that browsers send when the server requests none (section 5.1.3, "none"): nothing, or a signature by
 * the key itself. Other formats contain certificates, which any client can forge. To check them, the server would have
 * to fetch their revocation lists.
 */
const formats = new Set<string>(['none', 'packed']);
/** Longest credential id, in bytes (section 7.1). */
const maxIdBytes = 1023;

/** A new passkey in its stored form, also while its registration awaits a review. */
export interface NewPasskey {
  readonly credentialId: string;
  /** Base64. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isSynced: boolean;
  /** Absent in waiting registrations that are older than this field. */
  readonly canSync?: boolean;
  readonly aaguid: string;
  readonly name: string;
}

/**
 * The two ceremonies of WebAuthn: creating a passkey and using one. The library's errors do not leave this file,
 * because only this file can interpret them.
 */
export function makeCeremonies(relyingParty: () => RelyingParty | undefined, serverName: () => string) {
  /** @throws AppError `passkeys.unavailable`. */
  function getRelyingParty(): RelyingParty {
    const found = relyingParty();
    if (!found) throw passkeyErrors.unavailable();
    return found;
  }

  return {
    isAvailable: () => relyingParty() !== undefined,
    ...makeCreation(getRelyingParty, serverName),
    ...makeUse(getRelyingParty),
  };
}

/** Creation of a passkey (section 7.1). */
function makeCreation(getRelyingParty: () => RelyingParty, serverName: () => string) {
  return {
    /** Options for `navigator.credentials.create`. */
    async askToMake(user: { readonly id: string; readonly username: string }, existing: readonly PasskeyRow[]) {
      const options = await generateRegistrationOptions({
        rpName: serverName(),
        rpID: getRelyingParty().id,
        userID: new Uint8Array(Buffer.from(user.id)),
        userName: user.username,
        userDisplayName: user.username,
        timeout,
        excludeCredentials: existing.map(toDescriptor),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      });
      return { challenge: options.challenge, options: toJson(options) };
    },
    /** @throws AppError `passkeys.invalid`. */
    async readNew(credential: JsonObject, challenge: string, name: string): Promise<NewPasskey> {
      const { id, origin } = getRelyingParty();
      const response = credential as never as RegistrationResponseJSON;
      const verified = await attempt(async () => {
        if (!hasKnownFormat(response) || isFramed(response)) return undefined;
        return verifyRegistrationResponse({
          response,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: id,
          requireUserVerification: true,
          supportedAlgorithmIDs: algorithms,
        });
      });
      if (!verified?.verified) throw passkeyErrors.invalid();
      const { credential: made, credentialBackedUp, credentialDeviceType, aaguid } = verified.registrationInfo;
      if (Buffer.byteLength(made.id, 'base64url') > maxIdBytes) throw passkeyErrors.invalid();
      return {
        credentialId: made.id,
        publicKey: Buffer.from(made.publicKey).toString('base64'),
        counter: made.counter,
        transports: transportsIn(made.transports),
        isSynced: credentialBackedUp,
        canSync: credentialDeviceType === 'multiDevice',
        aaguid,
        name,
      };
    },
  };
}

/** Use of a passkey (section 7.2). */
function makeUse(getRelyingParty: () => RelyingParty) {
  return {
    /** Options for `navigator.credentials.get`. Without `allowed`, the browser offers all its passkeys. */
    async askToUse(allowed?: readonly PasskeyRow[]) {
      const options = await generateAuthenticationOptions({
        rpID: getRelyingParty().id,
        timeout,
        userVerification: 'required',
        ...(allowed ? { allowCredentials: allowed.map(toDescriptor) } : {}),
      });
      return { challenge: options.challenge, options: toJson(options) };
    },
    /** Verifies a use of `passkey`; undefined if it proves nothing. */
    async readUse(credential: JsonObject, challenge: string, passkey: PasskeyRow) {
      const { id, origin } = getRelyingParty();
      const response = credential as never as AuthenticationResponseJSON;
      const verified = await attempt(async () => {
        if (isFramed(response)) return undefined;
        return verifyAuthenticationResponse({
          response,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: id,
          requireUserVerification: true,
          credential: {
            id: passkey.credential_id,
            publicKey: new Uint8Array(passkey.public_key),
            counter: passkey.counter,
          },
        });
      });
      if (!verified?.verified) return undefined;
      const { newCounter, credentialBackedUp, credentialDeviceType } = verified.authenticationInfo;
      // This flag never changes (section 7.2).
      if (passkey.can_sync !== null && passkey.can_sync !== (credentialDeviceType === 'multiDevice')) return undefined;
      return { counter: newCounter, isSynced: credentialBackedUp, userHandle: response.response.userHandle };
    },
  };
}

/** The fields of the client data that the library does not check (section 5.8.1). */
interface ClientData {
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
}

export type Ceremonies = ReturnType<typeof makeCeremonies>;

/** The user id in the form in which the authenticator returns it (section 5.1.4, user.id). */
export function userHandle(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

/** The result of `verify`; undefined if it throws. The library throws for everything invalid. */
function attempt<T>(verify: () => Promise<T>): Promise<T | undefined> {
  return verify().catch(() => undefined);
}

function hasKnownFormat({ response }: RegistrationResponseJSON): boolean {
  const attestation = Buffer.from(response.attestationObject, 'base64url');
  return formats.has(decodeAttestationObject(new Uint8Array(attestation)).get('fmt'));
}

/** Whether a page of another site embedded ours in a frame (section 7.1). Our pages never run in frames. */
function isFramed({ response }: { readonly response: { readonly clientDataJSON: string } }): boolean {
  const { crossOrigin, topOrigin } = decodeClientDataJSON(response.clientDataJSON) as ClientData;
  return crossOrigin === true || topOrigin !== undefined;
}

/** The browser's list of transports, stored unchanged: we only show it and send it back. */
function transportsIn(said: unknown): string[] {
  const names = Array.isArray(said) ? said.filter((name) => typeof name === 'string') : [];
  return names.map((name) => name.slice(0, 32)).slice(0, 8);
}

function toDescriptor({ credential_id: id, transports }: PasskeyRow) {
  return { id, transports };
}

function toJson(options: object): JsonObject {
  return JSON.parse(JSON.stringify(options)) as JsonObject;
}
