import type { ColumnType, InsertType, SelectType, UpdateType } from 'kysely';

/**
 * The columns of a table, some with a narrower type than PostgreSQL can express: the content of a jsonb, the numbers of
 * an enum, the words of a text. Every column must exist, and must be able to hold the values: `Narrowed<Schema['bans'],
 * { target: BanTarget }>`.
 */
export type Narrowed<
  Columns,
  Exact extends { [Name in keyof Exact]: Name extends keyof Columns ? SelectType<Columns[Name]> : never },
> = {
  [Name in keyof Columns]: Name extends keyof Exact ? NarrowedColumn<Columns[Name], Exact[Name]> : Columns[Name];
};

/**
 * A jsonb is still written as text. Any other column has the narrowed type, and may still be omitted if it has a
 * default.
 */
type NarrowedColumn<Column, Exact> =
  unknown extends SelectType<Column>
    ? ColumnType<Exact, InsertType<Column>, UpdateType<Column>>
    : ColumnType<Exact, undefined extends InsertType<Column> ? Exact | undefined : Exact, Exact>;
