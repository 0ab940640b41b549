/** A folder of a source that somebody named, such as by a link to it. */
export interface FoundFolder {
  /** As in `ProviderAccount.provider`. */
  readonly provider: string;
  /** Account that lists it; empty: it is listed without one. */
  readonly accountId: string;
  /** As a listing gives it. */
  readonly folder: string;
}
