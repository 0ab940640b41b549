/** A page of the web app that takes a form of another site, and reads it with JavaScript from the fragment of its address. */
export interface PostedPage {
  readonly path: string;
  /** Names of fields that reach the page. */
  readonly fields: readonly string[];
}
