/** A value of the document. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
