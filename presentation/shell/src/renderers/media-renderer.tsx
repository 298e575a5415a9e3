import './renderers.css';
import type { Artifact } from '@loggia/protocol';
import { Music } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { bytes } from '../ui/bytes.ts';
import { Skeleton } from '../ui/states.tsx';
import { NotKnown, NotRead } from './not-shown.tsx';
import type { RendererProps } from './renderer.ts';

export function AudioRenderer(props: RendererProps) {
  return <Media {...props} element="audio" />;
}

export function VideoRenderer(props: RendererProps) {
  return <Media {...props} element="video" />;
}

function Media({ artifact, version, element }: RendererProps & { readonly element: 'audio' | 'video' }) {
  const { url, error, again } = useLink(artifact, version);
  const player = useRef<HTMLMediaElement>(null);
  // An address does not last forever: the first failure of one that has played asks for another, at the same place.
  const at = useRef(0);
  const [isBroken, setIsBroken] = useState(false);
  if (error) return <NotRead error={error} again={again} />;
  if (isBroken)
    return <NotKnown artifact={artifact} version={version} says="This browser can’t play this file." />;
  if (url === undefined) return <Skeleton style={{ margin: 16, height: element === 'audio' ? 54 : 240 }} />;
  const common = {
    src: url,
    controls: true,
    preload: 'metadata',
    'aria-label': artifact.title,
    onLoadedMetadata: () => {
      if (player.current && at.current > 0) player.current.currentTime = at.current;
    },
    onTimeUpdate: () => {
      at.current = player.current?.currentTime ?? 0;
    },
    onError: () => {
      if (at.current > 0) again();
      else setIsBroken(true);
    },
  };
  return element === 'audio' ? (
    <div className="renderer-audio">
      <span className="renderer-audio-sign" aria-hidden>
        <Music />
      </span>
      <strong>{artifact.title}</strong>
      <span className="renderer-fact">{artifact.content && bytes(artifact.content.size)}</span>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- it is somebody's recording; there are none */}
      <audio ref={player as RefObject<HTMLAudioElement>} {...common} />
    </div>
  ) : (
    <div className="renderer-video">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- it is somebody's recording; there are none */}
      <video ref={player as RefObject<HTMLVideoElement>} playsInline {...common} />
    </div>
  );
}

function useLink(artifact: Artifact, version: number | undefined) {
  const host = useHost();
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ readonly url?: string; readonly error?: Error }>({});
  const { id } = artifact;
  const hash = artifact.content?.hash;
  useEffect(() => {
    let isWanted = true;
    host.content.link(id, version).then(
      (url) => isWanted && setState({ url }),
      (error: unknown) => isWanted && setState({ error: asError(error) }),
    );
    return () => void (isWanted = false);
  }, [host, id, version, hash, round]);
  return { ...state, again: () => setRound((before) => before + 1) };
}
