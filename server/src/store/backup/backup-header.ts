import type { SealedSecrets } from './sealed-secrets.ts';

/** An applied migration step. */
export interface AppliedStep {
  readonly feature: string;
  readonly name: string;
  readonly sha256: string;
}

/** First frame of a backup. */
export interface BackupHeader {
  /** Version of Matinee that wrote it. */
  readonly version: string;
  /** The moment at which the data was read, as RFC 3339. */
  readonly createdAt: string;
  readonly schema: readonly AppliedStep[];
  readonly tables: number;
  readonly secrets: {
    /** By configuration key, to recognize the secrets that belong to the data. */
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
