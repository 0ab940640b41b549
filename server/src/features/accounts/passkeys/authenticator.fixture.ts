/** An authenticator in software. Chromium's virtual one makes no mistakes; this one signs whatever a test requests. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** Flags of authenticator data (Web Authentication Level 3, section 6.1). */
const flags = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 };

/** The values that a test may falsify. */
export interface Bent {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
  /** Null: omitted. */
  readonly userHandle?: string | null;
  readonly signsWith?: KeyObject;
  readonly isFramed?: boolean;
  /** False: the passkey stays on its device. */
  readonly canSync?: boolean;
  /** Format and statement of the attestation. Absent: no attestation. */
  readonly attest?: (made: Made) => readonly [format: string, statement: Buffer];
}

/** The data that an attestation signs. */
interface Made {
  readonly authData: Buffer;
  readonly clientDataHash: Buffer;
  readonly privateKey: KeyObject;
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

/** One passkey and its owner's authenticator. */
export class Authenticator {
  readonly id: Buffer;
  readonly #origin: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #userHandle = '';
  #counter = 0;

  /** `origin`: the requesting page. */
  constructor(origin: string, id = randomBytes(32)) {
    this.#origin = origin;
    this.id = id;
  }

  get credentialId(): string {
    return this.id.toString('base64url');
  }

  /** Answers `navigator.credentials.create` as `RegistrationResponseJSON`. */
  make(options: unknown, bent: Bent = {}) {
    const { challenge, rp, user } = options as CreationOptions;
    this.#userHandle = user.id;
    const client = this.#clientData('webauthn.create', challenge, bent);
    const credential = Buffer.concat([Buffer.alloc(16), sized(this.id), this.id, this.#coseKey()]);
    const authData = Buffer.concat([this.#authData(rp.id, bent, flags.attested), credential]);
    const clientDataHash = createHash('sha256').update(client).digest();
    const { attest = () => ['none', cborMap([])] as const } = bent;
    const [format, statement] = attest({ authData, clientDataHash, privateKey: this.#keys.privateKey });
    const attestationObject = cborMap([
      ['fmt', cborText(format)],
      ['attStmt', statement],
      ['authData', cborBytes(authData)],
    ]);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal', 'hybrid'],
    });
  }

  /**
   * Answers `navigator.credentials.get` as `AuthenticationResponseJSON`. Increments the counter unless the test sets
   * it.
   */
  use(options: unknown, bent: Bent = {}) {
    const { challenge, rpId } = options as RequestOptions;
    this.#counter = bent.counter ?? this.#counter + 1;
    const client = this.#clientData('webauthn.get', challenge, bent);
    const authData = this.#authData(rpId, bent, 0);
    const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
    const userHandle = bent.userHandle === undefined ? this.#userHandle : bent.userHandle;
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: createSign('sha256')
        .update(signed)
        .sign(bent.signsWith ?? this.#keys.privateKey)
        .toString('base64url'),
      ...(userHandle === null ? {} : { userHandle }),
    });
  }

  #answer<R extends object>(response: R) {
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response,
    };
  }

  #clientData(type: string, challenge: string, bent: Bent): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: bent.type ?? type,
        challenge: bent.challenge ?? challenge,
        origin: bent.origin ?? this.#origin,
        crossOrigin: bent.isFramed ?? false,
      }),
    );
  }

  #authData(rpId: string, bent: Bent, extra: number): Buffer {
    const bits =
      flags.userPresent |
      (bent.isVerified === false ? 0 : flags.userVerified) |
      (bent.canSync === false ? 0 : flags.backupEligible | flags.backedUp) |
      extra;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const rpIdHash = createHash('sha256')
      .update(bent.rpId ?? rpId)
      .digest();
    return Buffer.concat([rpIdHash, Buffer.from([bits]), counter]);
  }

  /** EC2 key of ES256 (RFC 9053, section 7.1.1). */
  #coseKey(): Buffer {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const point = (text: string | undefined) => cborBytes(Buffer.from(text!, 'base64url'));
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      point(x),
      Buffer.from([0x22]),
      point(y),
    ]);
  }
}

function sized(bytes: Buffer): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(bytes.length);
  return size;
}

/** The algorithm ES256 (RFC 9053, section 2.1), -7. */
export const cborEs256 = Buffer.from([0x26]);

/** Encodes CBOR (RFC 8949, section 3), limited to the needs of attestations: heads up to 65 535. */
function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}

export function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([cborHead(3, bytes.length), bytes]);
}

export function cborMap(entries: readonly (readonly [string, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([name, value]) => [cborText(name), value])]);
}

/** Items of any kind, in sequence. */
export function cborArray(items: readonly Buffer[]): Buffer {
  return Buffer.concat([cborHead(4, items.length), ...items]);
}
