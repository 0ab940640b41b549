/** A folder of a source that a person chose, such as by a link to it. */
export interface SourceFolder {
  /** As in `ProviderAccount.provider`. */
  readonly provider: string;
  /** Account that lists the folder; empty: no account is needed. */
  readonly accountId: string;
  /** As in a listing. */
  readonly folder: string;
  /** The initial search there. Absent: the folder is listed. */
  readonly text?: string;
}
