/** The relying party: the domain for which passkeys are created (Web Authentication Level 3, section 5.1.2). */
export interface RelyingParty {
  /** Domain to which passkeys are bound. */
  readonly id: string;
  /** Origin of the pages that use passkeys. */
  readonly origin: string;
}

/**
 * The configured relying party. Without one, a server in development uses its URL on its own machine. Undefined in
 * production, where only the operator knows the public origin.
 */
export function findRelyingParty(options: {
  readonly origin: string | undefined;
  readonly id: string | undefined;
  readonly isDevelopment: boolean;
  readonly hasTls: boolean;
  readonly port: number;
}): RelyingParty | undefined {
  const local = options.isDevelopment ? `${options.hasTls ? 'https' : 'http'}://localhost:${options.port}` : undefined;
  const origin = options.origin ?? local;
  return origin === undefined ? undefined : { origin, id: options.id ?? new URL(origin).hostname };
}
