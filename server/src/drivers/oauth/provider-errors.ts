/**
 * We cannot reach the provider, its answer makes no sense, or it does not accept our client. The person cannot change
 * that.
 */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The answer does not prove who the person is: the code is wrong or used, or the token is not meant for us. */
export class IdentityNotProven extends Error {
  override readonly name = 'IdentityNotProven';
}
