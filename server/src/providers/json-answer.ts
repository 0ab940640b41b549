/** Reads JSON responses of untrusted servers: values may be missing or of another type. */
import { ProviderError } from './provider-error.ts';

/** An object of an answer. */
export type Answered = Readonly<Record<string, unknown>>;

/** @throws ProviderError `bad_answer` for anything but an object, such as a sign-in page. */
export async function readJson(answer: Response): Promise<Answered> {
  const value: unknown = await answer.json().catch((cause) => {
    throw new ProviderError('bad_answer', { cause });
  });
  return objectOf(value) ?? fail();
}

/** The objects of a response that is a list. @throws ProviderError `bad_answer` for anything else. */
export async function readJsonList(answer: Response): Promise<Answered[]> {
  const value: unknown = await answer.json().catch((cause) => {
    throw new ProviderError('bad_answer', { cause });
  });
  return Array.isArray(value) ? objectsOf(value) : fail();
}

export function objectOf(value: unknown): Answered | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Answered) : undefined;
}

/** The objects of a list; empty if `value` is not a list. */
export function objectsOf(value: unknown): Answered[] {
  return Array.isArray(value) ? value.flatMap((one): Answered[] => (objectOf(one) ? [one as Answered] : [])) : [];
}

/** A non-empty text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** @throws ProviderError `bad_answer` when `value` is undefined. */
export function needed<T>(value: T | undefined): T {
  return value ?? fail();
}

function fail(): never {
  throw new ProviderError('bad_answer');
}
