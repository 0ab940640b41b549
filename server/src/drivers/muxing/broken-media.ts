/** A codec's bytes make false statements about themselves. Muxing throws nothing else. [MX1] */
export class BrokenMedia extends Error {
  constructor(what: string) {
    super(`media: ${what}`);
  }
}
