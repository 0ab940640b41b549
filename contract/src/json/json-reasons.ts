import { defineReasons } from '../reasons.ts';

/** Why JSON or a query does not fit a message. */
export const jsonReasons = defineReasons('json', {
  not_an_object: 'must be an object',
  not_a_list: 'must be an array',
  not_a_boolean: 'must be true or false',
  not_a_text: 'must be a string',
  not_a_number: 'must be a number',
  not_an_integer: 'must be an integer',
  not_a_long_integer: 'must be an integer, as a string where it exceeds 2^53',
  out_of_range: 'must be between {min} and {max}',
  too_large: 'is too large',
  not_a_choice: 'must be one of {choices}',
  not_bytes: 'must be base64, base64url or an array of numbers',
  not_a_list_of_bytes: 'must be an array of numbers from 0 to 255',
  not_unicode: 'must be valid Unicode',
  not_a_mask: 'must be paths such as rtmp.advertiseAddress, separated by commas',
  not_well_known: 'must be a {type} as ProtoJSON writes it',
  too_deep: 'is nested deeper than {max}',
  unknown_field: 'is not a known field',
  misspelled_field: 'is not a known field; did you mean {meant}?',
  bad_key: 'is not allowed as a key',
  same_field: 'is the same field as {other}',
  excluded: 'excludes the other members of {group}',
  given_twice: 'is given more than once',
  spelled_twice: 'is spelled in two ways',
  not_in_a_query: 'does not fit into a query',
});
