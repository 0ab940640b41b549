/** The provider cannot be reached, answers nonsense or does not accept our client: nothing that the person can change. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** What came back does not prove who somebody is: a code that is wrong or used, a token that is not meant for us. */
export class IdentityNotProven extends Error {
  override readonly name = 'IdentityNotProven';
}
