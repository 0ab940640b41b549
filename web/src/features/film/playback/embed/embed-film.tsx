import type { Embed } from '@matinee/contract/gen/api.ts';
import { ShieldAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { basePath } from '../../../../client/calls/base.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { useStoredChoice } from '../../../../ui/stored-choice.ts';
import type { PlaybackProblem } from '../source/problem.ts';
import { browserTime, type FilmPort } from '../sync/media-port.ts';
import { allowedSites, allowSite, isAllowed } from './embed-consent.ts';
import { EmbedPort } from './embed-port.ts';
import { siteName, sites } from './sites.ts';

export interface EmbedFilmProps {
  readonly embed: Embed;
  /** Receives the player that the page can drive; undefined: it is gone. */
  readonly onPort: (port: FilmPort | undefined) => void;
  readonly onProblem: (problem: PlaybackProblem) => void;
}

/** Another site's player in the place of the film. It loads once the person has agreed. [SY55] [SY56] */
export function EmbedFilm(props: EmbedFilmProps) {
  const allowed = useStoredChoice(allowedSites);
  const { player } = props.embed;
  return isAllowed(allowed, player) ? <SiteFrame {...props} /> : <Question site={player} />;
}

function Question({ site }: { readonly site: Embed['player'] }) {
  const { t } = useTranslation('playback');
  const name = siteName(site);
  return (
    // On a phone this covers the controls: there is nothing to control yet.
    <div className="absolute inset-0 grid overflow-auto bg-black p-6 [place-items:safe_center] @max-[34rem]:z-10 @max-[34rem]:p-3">
      <div className="grid max-w-xl justify-items-center gap-3 text-center @max-[34rem]:gap-1.5">
        <ShieldAlert size={28} aria-hidden="true" className="text-accent-text @max-[34rem]:hidden" />
        <h2 className="text-lg leading-snug font-semibold @max-[34rem]:text-base">
          {t('embed.title', { site: name })}
        </h2>
        <p className="text-muted @max-[34rem]:text-sm">{t('embed.text', { site: name })}</p>
        <Button kind="primary" onClick={() => allowSite(site)}>
          {t('embed.allow', { site: name })}
        </Button>
      </div>
    </div>
  );
}

function SiteFrame({ embed, onPort, onProblem }: EmbedFilmProps) {
  const { t } = useTranslation('playback');
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef({ onPort, onProblem });
  latest.current = { onPort, onProblem };
  const { player, kind, id, start_seconds } = embed;
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    let port: EmbedPort | undefined;
    let isOver = false;
    const onLoad = () => {
      // Some browsers first send `load` for the empty document.
      const frame = element.contentWindow as (Window & typeof globalThis) | null;
      if (frame === null || frame.location.pathname + frame.location.search !== path) return;
      const site = sites.get(player);
      if (site === undefined) return latest.current.onProblem('format');
      frame.document.title = site.name;
      site.start({
        frame,
        embed: { player, kind, id, start_seconds },
        onReady(driven) {
          if (isOver) return driven.destroy();
          port = new EmbedPort(driven, browserTime.now);
          latest.current.onPort(port);
        },
        onProblem: (problem) => isOver || latest.current.onProblem(problem),
        onBlocked: () => port?.blocked(),
      });
    };
    const path = `${basePath}/embeds/player.html?site=${player}`;
    element.addEventListener('load', onLoad);
    element.src = path;
    return () => {
      isOver = true;
      element.removeEventListener('load', onLoad);
      latest.current.onPort(undefined);
      port?.stop();
    };
  }, [player, kind, id, start_seconds]);
  return (
    <iframe
      ref={frame}
      title={t('embed.frame', { site: siteName(player) })}
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      className="size-full border-0 bg-black"
    />
  );
}
