/**
 * The provider is unreachable, its response is invalid, or it does not accept our client. The user cannot change that.
 */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The response does not prove the user's identity: the code is wrong or used, or the token is not meant for us. */
export class IdentityNotProven extends Error {
  override readonly name = 'IdentityNotProven';
}
