import type { SealedSecrets } from './sealed-secrets.ts';

/** A step of the tables, as it was applied. */
export interface AppliedStep {
  readonly feature: string;
  readonly name: string;
  readonly sha256: string;
}

/** First frame of a backup. */
export interface BackupHeader {
  /** Version of Matinee that wrote it. */
  readonly version: string;
  /** RFC 3339, the moment that the data is from. */
  readonly createdAt: string;
  readonly schema: readonly AppliedStep[];
  readonly tables: number;
  readonly secrets: {
    /** By configuration key, for recognizing the secrets that belong to the data. */
    readonly fingerprints: Readonly<Record<string, string>>;
    readonly sealed?: SealedSecrets;
  };
}

/** Frame before the rows of a table. */
export interface TableStart {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Frame after the rows of a table. */
export interface TableEnd {
  readonly rows: number;
}
