import { useTranslation } from 'react-i18next';
import { ApiError } from '../calls/api.ts';
import { errorNamespace } from './texts.ts';

/**
 * Says a failure in plain words: by its reason where the texts of `feature` (under `errors`) or the words for errors have
 * it, else as the server said it, else that the server cannot be reached.
 */
export function useErrorText(feature = 'shell'): (error: unknown) => string {
  const { t, i18n } = useTranslation(feature === 'shell' ? ['shell'] : ['shell', feature]);
  /** What an administrator wrote about a ban, and when it ends. */
  const wordsOfBan = (error: unknown): string[] => {
    const { reason, until } = metadataOf(error);
    const end = until && new Date(until).toLocaleString(i18n.language, { dateStyle: 'long', timeStyle: 'short' });
    return [...(end ? [t('errors.until', { until: end })] : []), ...(reason ? [t('errors.reason', { reason })] : [])];
  };
  return (error) => {
    const { code, message, retryAfterSeconds } = readError(error);
    const reason = (code ?? '').replaceAll('.', '-');
    const known = (
      [
        [`errors.${reason}`, feature],
        [reason, errorNamespace(code ?? '')],
      ] as const
    ).find(([key, ns]) => reason && i18n.exists(key, { ns }));
    const time = retryAfterSeconds && formatWait(retryAfterSeconds, i18n.language);
    if (time && (!known || code === 'call.rate_limited')) return t('errors.wait', { time });
    if (known) {
      const words = t(known[0], { ns: known[1] });
      return [words, ...wordsOfBan(error), ...(time ? [t('errors.left', { time })] : [])].join(' ');
    }
    if (error instanceof ApiError && error.status === 0) return t('errors.network');
    return message || t('errors.network');
  };
}

/** `40 seconds`, `5 minutes`. */
function formatWait(seconds: number, language: string): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [seconds / 60, 'minute'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(count));
}

/** REST failures and refused socket commands have the same parts; anything else means that nothing was answered. */
function readError(error: unknown): { code?: string; message?: string; retryAfterSeconds?: number } {
  if (typeof error !== 'object' || error === null || error instanceof TypeError) return {};
  const { code, message, retryAfterSeconds } = error as Record<string, unknown>;
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
  };
}

function metadataOf(error: unknown): { reason?: string; until?: string } {
  const details = error instanceof ApiError ? (error.details as { metadata?: object } | undefined) : undefined;
  return details?.metadata ?? {};
}
