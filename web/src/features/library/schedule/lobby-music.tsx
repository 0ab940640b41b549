import type { Playback, Schedule } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { useQuery } from '@tanstack/react-query';
import { Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { makeStoredChoice, useStoredChoice } from '../../../ui/stored-choice.ts';

/** So quiet that people can talk over it. */
const volume = 0.3;

/** Whether this device plays the music of lobbies. */
const musicHeard = makeStoredChoice<'on' | 'off'>('matinee.lobby-music', (stored) => (stored === 'off' ? 'off' : 'on'));

/** The music until the start, and the button that stops it on this device. [WSH7] */
export function LobbyMusic({ schedule: { music_media_id, music_name } }: { readonly schedule: Schedule }) {
  const { self } = useRoom();
  if (music_media_id === '' || self.role === 'guest') return null;
  return <Music key={music_media_id} mediaId={music_media_id} title={shownTitle(music_name)} />;
}

function Music({ mediaId, title }: { readonly mediaId: string; readonly title: string }) {
  const { t } = useTranslation('schedule');
  const { api } = useSession();
  const { info } = useRoom();
  const isOn = useStoredChoice(musicHeard) === 'on';
  const { data } = useQuery({
    queryKey: ['lobby-music', info.id, mediaId],
    queryFn: ({ signal }) => api.call('ScheduleService.GetLobbyMusic', { room_id: info.id }, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { isPlaying, play } = useLoop(data?.playback, isOn);
  if (!data?.playback || filesOf(data.playback).length === 0) return null;
  const Icon = isPlaying ? Volume2 : VolumeX;
  return (
    <button
      type="button"
      aria-pressed={isPlaying}
      aria-label={t('music.play', { title })}
      onClick={() => {
        musicHeard.set(isPlaying ? 'off' : 'on');
        if (!isPlaying) play();
      }}
      className="pointer-events-auto flex min-h-11 max-w-full items-center gap-2 rounded-full px-4 text-sm text-muted transition-colors hover:bg-surface-2 hover:text-text in-data-over-film:text-white in-data-over-film:hover:bg-white/15"
    >
      <Icon size={18} aria-hidden="true" className="shrink-0" />
      <bdi className="truncate">{title}</bdi>
    </button>
  );
}

/** Plays the item in a loop while it is on and the component is there. A browser that refuses sound waits for `play`. */
function useLoop(playback: Playback | undefined, isOn: boolean) {
  const held = useRef<HTMLAudioElement>(undefined);
  const [isPlaying, setPlaying] = useState(false);
  const play = () => void held.current?.play().catch(() => setPlaying(false));
  useEffect(() => {
    if (!playback) return;
    const audio = startable(playback);
    held.current = audio;
    audio.addEventListener('playing', () => setPlaying(true));
    audio.addEventListener('pause', () => setPlaying(false));
    return () => {
      audio.pause();
      audio.replaceChildren();
      audio.load();
    };
  }, [playback]);
  useEffect(() => {
    const audio = held.current;
    if (!playback || !audio) return;
    if (isOn) void audio.play().catch(() => setPlaying(false));
    else audio.pause();
  }, [playback, isOn]);
  return { isPlaying, play };
}

/** A player for the files of an item; the browser plays the first file that it can load. */
function startable(playback: Playback): HTMLAudioElement {
  const audio = new Audio();
  audio.loop = true;
  audio.volume = volume;
  audio.preload = 'none';
  for (const { url } of filesOf(playback)) {
    const source = document.createElement('source');
    source.src = url;
    audio.append(source);
  }
  return audio;
}

/** Files that browsers play natively: neither segments nor the players of other sites. */
function filesOf({ playback_infos, default_mode }: Playback) {
  return playback_infos[default_mode]?.medias.filter(({ format, url }) => format === 'file' && url !== '') ?? [];
}
