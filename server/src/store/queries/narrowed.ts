import type { ColumnType, InsertType, SelectType, UpdateType } from 'kysely';

/**
 * The columns of a table, some of them more exact than PostgreSQL can say it: what a jsonb holds, which numbers an enum has, which
 * words a text is one of. Every column must exist, and its values must be ones that it can hold:
 * `Narrowed<Schema['bans'], { target: BanTarget }>`.
 */
export type Narrowed<
  Columns,
  Exact extends { [Name in keyof Exact]: Name extends keyof Columns ? SelectType<Columns[Name]> : never },
> = {
  [Name in keyof Columns]: Name extends keyof Exact ? NarrowedColumn<Columns[Name], Exact[Name]> : Columns[Name];
};

/** A jsonb stays written as text; any other column takes what it gives, and may still be left out where it has a default. */
type NarrowedColumn<Column, Exact> =
  unknown extends SelectType<Column>
    ? ColumnType<Exact, InsertType<Column>, UpdateType<Column>>
    : ColumnType<Exact, undefined extends InsertType<Column> ? Exact | undefined : Exact, Exact>;
