import { useEffect, useState } from 'react';
import type { RoomConnection } from '../../../client/room/room.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { useChosenInfo, usePlayback } from '../playback/playback.port.ts';
import { missingCodecs } from '../playback/source/codecs.ts';

/** The codecs of the film that this browser lacks, as far as the server has read the film's tracks. */
export function FormatDetails({ room }: { readonly room: RoomConnection }) {
  const { t, i18n } = useTranslation('problems');
  const playback = usePlayback(room);
  const missing = playback ? missingCodecs(playback.tracks, playback.container) : [];
  if (missing.length === 0) return null;
  return <p>{t('format.codecs', { codecs: new Intl.ListFormat(i18n.locale).format(missing) })}</p>;
}

/** Tells administrators of the server which entry its configuration needs. Other people do not see it. */
export function NetworkDetails({ room }: { readonly room: RoomConnection }) {
  const { t } = useTranslation('problems');
  const url = useChosenInfo(room)?.medias[0]?.url;
  const [networks, setNetworks] = useState('');
  useEffect(() => {
    if (url === undefined) return;
    const abort = new AbortController();
    readNetworks(url, abort.signal).then(setNetworks, () => undefined);
    return () => abort.abort();
  }, [url]);
  return networks === '' ? null : <p>{t('private.networks', { networks })}</p>;
}

async function readNetworks(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal, headers: { range: 'bytes=0-1' } });
  const body: { details?: { allowed_networks?: unknown } } = answer.ok ? {} : await answer.json();
  return String(body.details?.allowed_networks ?? '');
}
