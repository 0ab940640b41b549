/** Bytes of a codec that say something else about themselves than is true. Nothing else is thrown here. [MX1] */
export class BrokenMedia extends Error {
  constructor(what: string) {
    super(`media: ${what}`);
  }
}
