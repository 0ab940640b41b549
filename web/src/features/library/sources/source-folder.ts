/** A folder of a source that a person named, such as by a link to it. */
export interface SourceFolder {
  /** As in `ProviderAccount.provider`. */
  readonly provider: string;
  /** Account that lists the folder; empty: no account is needed. */
  readonly accountId: string;
  /** As in a listing. */
  readonly folder: string;
  /** What is searched there at first. Absent: the folder is listed. */
  readonly text?: string;
}
