/** A value of the document. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A schema, or a part of one. */
export type Keywords = { readonly [key: string]: Json };
