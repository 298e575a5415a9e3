import './renderers.css';
import type { Artifact } from '@loggia/protocol';
import { Maximize, Minus, Plus } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { bytes } from '../ui/bytes.ts';
import { imageBlobType } from '../ui/inert-formats.ts';
import { Skeleton } from '../ui/states.tsx';
import { NotKnown, NotRead } from './not-shown.tsx';
import type { RendererProps } from './renderer.ts';
import { fitting, moved, zoomed, type Placement, type Size } from './zoom.ts';

/** A picture in `img`, whatever kind it is: there, a drawing runs no scripts and loads nothing. */
export function ImageRenderer({ artifact, version }: RendererProps) {
  const { url, error, again } = usePicture(artifact, version);
  if (error) return <NotRead error={error} again={again} />;
  if (url === undefined) return <Skeleton style={{ margin: 16, flex: 1 }} />;
  return <Picture url={url} artifact={artifact} version={version} />;
}

function usePicture(artifact: Artifact, version: number | undefined) {
  const host = useHost();
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ readonly url?: string; readonly error?: Error }>({});
  const { id, type } = artifact;
  const hash = artifact.content?.hash;
  useEffect(() => {
    const abort = new AbortController();
    let made: string | undefined;
    const load = async (): Promise<void> => {
      try {
        const response = await host.content.read({ artifact: id, version }, { signal: abort.signal });
        const content = await response.arrayBuffer();
        if (abort.signal.aborted) return;
        // The artifact's own type: the host may have sent a harmless type instead, which matters for pages only.
        made = URL.createObjectURL(new Blob([content], { type: imageBlobType(type) }));
        setState({ url: made });
      } catch (error) {
        if (abort.signal.aborted) return;
        setState({ error: asError(error) });
      }
    };
    void load();
    return () => {
      abort.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [host, id, type, version, hash, round]);
  return { ...state, again: () => setRound((before) => before + 1) };
}

function Picture({
  url,
  artifact,
  version,
}: {
  readonly url: string;
  readonly artifact: Artifact;
  readonly version: number | undefined;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();
  const [isBroken, setIsBroken] = useState(false);
  // Undefined: it fits, however large the frame is.
  const [placement, setPlacement] = useState<Placement>();
  const [room, setRoom] = useState<Size>({ width: 1, height: 1 });
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const observer = new ResizeObserver(() =>
      setRoom({ width: current.clientWidth - 32, height: current.clientHeight - 32 }),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [isBroken]);
  const now = placement ?? (size ? fitting(size, room) : { scale: 1, x: 0, y: 0 });
  const zoom = (factor: number, at?: { readonly x: number; readonly y: number }): void =>
    setPlacement(zoomed(now, factor, at));
  const move = (x: number, y: number): void => {
    if (size) setPlacement(moved(now, { x, y }, size));
  };
  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const box = frame.current?.getBoundingClientRect();
    if (!box) return;
    const at = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
    zoom(Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 250), at);
  });
  useEffect(() => {
    const { current } = frame;
    const turn = (event: WheelEvent): void => wheel(event);
    // React listens in a way that could not keep the page from scrolling.
    current?.addEventListener('wheel', turn, { passive: false });
    return () => current?.removeEventListener('wheel', turn);
  }, [isBroken]);
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1 || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    move(event.movementX, event.movementY);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Readonly<Record<string, () => void>> = {
      '+': () => zoom(1.25),
      '=': () => zoom(1.25),
      '-': () => zoom(0.8),
      '0': () => setPlacement(undefined),
      '1': () => setPlacement({ scale: 1, x: 0, y: 0 }),
      ArrowLeft: () => move(48, 0),
      ArrowRight: () => move(-48, 0),
      ArrowUp: () => move(0, 48),
      ArrowDown: () => move(0, -48),
    };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (!step) return;
    event.preventDefault();
    step();
  };
  if (isBroken) {
    return <NotKnown artifact={artifact} version={version} says="This browser can’t show this image." />;
  }
  return (
    <div className="renderer">
      <div className="renderer-bar" role="toolbar" aria-label="Size">
        <span className="renderer-fact">
          {size && `${size.width} × ${size.height}`}
          {artifact.content && ` · ${bytes(artifact.content.size)}`}
        </span>
        <span className="renderer-gap" />
        <IconButton size="small" label="Zoom out" icon={<Minus />} onClick={() => zoom(0.8)} />
        <Button
          size="small"
          kind="quiet"
          title="Actual size"
          onClick={() => setPlacement({ scale: 1, x: 0, y: 0 })}
        >
          {Math.round(now.scale * 100)} %
        </Button>
        <IconButton size="small" label="Zoom in" icon={<Plus />} onClick={() => zoom(1.25)} />
        <IconButton
          size="small"
          label="Fit"
          icon={<Maximize />}
          pressed={placement === undefined}
          onClick={() => setPlacement(undefined)}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- zooming and moving is what it is for; the buttons above do it too */}
      <div
        ref={frame}
        className="renderer-picture"
        role="group"
        aria-label={`${artifact.title}. Plus and minus zoom, arrow keys move it, 0 fits it.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its keys need somewhere to go
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onDoubleClick={() => setPlacement(placement === undefined ? { scale: 1, x: 0, y: 0 } : undefined)}
      >
        <img
          src={url}
          alt={artifact.title}
          draggable={false}
          style={{
            width: size?.width,
            height: size?.height,
            visibility: size ? 'visible' : 'hidden',
            transform: `translate(-50%, -50%) translate(${now.x}px, ${now.y}px) scale(${now.scale})`,
            imageRendering: now.scale > 3 ? 'pixelated' : 'auto',
          }}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            // A drawing may come without a size of its own.
            setSize({ width: naturalWidth || 600, height: naturalHeight || 600 })
          }
          onError={() => setIsBroken(true)}
        />
      </div>
    </div>
  );
}
