import { createValidator } from '@bufbuild/protovalidate';

/**
 * Validates messages by the rules of the contract. All code shares this one, since it compiles the rules of a message
 * when it first sees one.
 */
export const validator = createValidator();
