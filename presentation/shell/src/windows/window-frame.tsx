import type { DeskWindow } from '@loggia/protocol';
import {
  ArrowLeft,
  EllipsisVertical,
  GitCommitHorizontal,
  Info,
  Maximize2,
  Minimize2,
  Minus,
  X,
} from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { colorOf, type TypeLookup } from '../ui/type-lookup.ts';
import { showCommit, showDetails } from '../details/details-state.ts';
import { useHost } from '../host/host-context.tsx';
import { useReadable } from '../host/use-channel.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { TypeIcon } from '../ui/type-icon.tsx';
import { closeWindow, raiseWindow, setWindowState } from './arrange.ts';
import { attendToDesk, attention, isNews } from './attention.ts';
import { snapped, type Box, type Edge, type Point } from './geometry.ts';
import { layerOf } from './stack.ts';
import { useArtifactFacts } from './use-artifact-facts.ts';
import { useWindowDrag } from './use-window-drag.ts';
import { WindowContent } from './window-content.tsx';
import { windowMenu, type KeyMode } from './window-menu.tsx';
import { asName } from '../ui/foreign-words.ts';

const edges: readonly Edge[] = ['n', 'e', 's', 'w', 'ne', 'se', 'sw', 'nw'];
const step = 24;
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};
const snapKeys: Readonly<Record<string, 'left' | 'right' | 'maximised' | 'minimised'>> = {
  Home: 'left',
  End: 'right',
  PageUp: 'maximised',
  PageDown: 'minimised',
};

export interface WindowFrameProps {
  readonly workspace: string;
  readonly window: DeskWindow;
  /** From the back, beginning with 0. */
  readonly rank: number;
  readonly isFront: boolean;
  /** Where windows may stand, in the page. */
  readonly room: Box;
  readonly isNarrow: boolean;
  readonly lookUp: TypeLookup;
}

/** A window on the desk: its title bar, its edges, and what it shows. */
export function WindowFrame({ workspace, window, rank, isFront, room, isNarrow, lookUp }: WindowFrameProps) {
  const host = useHost();
  const labelId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const { id, target, state } = window;
  const drag = useWindowDrag(workspace, window, room);
  const [mode, setMode] = useState<KeyMode>();
  const found = useArtifactFacts(workspace, target.kind === 'artifact' ? target.artifact : undefined);
  const facts = found.is === 'there' ? found.facts : undefined;
  const type = facts && lookUp(facts.type);
  const version = target.kind === 'artifact' ? target.version : undefined;
  const title = asName(facts?.title ?? window.title ?? (target.kind === 'artifact' ? 'Artifact' : 'View'));
  useFocusWhenWanted(id, frame);

  const box = isNarrow ? { x: 0, y: 0, width: room.width, height: room.height } : drag.box;
  const layer = layerOf(rank);
  const raise = (): void => raiseWindow(host, workspace, id);
  const isWhole = state === 'maximised';
  const toggleWhole = (): void => setWindowState(host, workspace, id, isWhole ? 'normal' : 'maximised');

  const startMove = (event: PointerEvent<HTMLElement>): void => {
    const isOnControl = event.target instanceof Element && event.target.closest('button') !== null;
    if (!isNarrow && isWithin(event) && !isOnControl) drag.startMove(event);
  };
  const press = (event: KeyboardEvent): void => {
    if (isNarrow || !isWithin(event)) return;
    const handle = (run: () => void): void => {
      event.preventDefault();
      event.stopPropagation();
      run();
    };
    const by = arrows[event.key];
    if (by && (mode !== undefined || event.altKey)) {
      const isResize = mode === 'resize' || event.shiftKey;
      return handle(() => (isResize ? drag.resizeBy(by) : drag.moveBy(by)));
    }
    const snap = snapKeys[event.key];
    // Pressed again, the same key gives back the place that the window had.
    const next = snap === state ? 'normal' : snap;
    if (next !== undefined && event.altKey) return handle(() => setWindowState(host, workspace, id, next));
    if (mode !== undefined && (event.key === 'Enter' || event.key === 'Escape'))
      handle(() => setMode(undefined));
  };

  return (
    <>
      <div
        ref={frame}
        className="window"
        role="dialog"
        aria-labelledby={labelId}
        tabIndex={-1}
        data-window={id}
        data-window-order={layer}
        data-front={isFront}
        data-whole={isWhole || isNarrow}
        data-dragged={drag.isDragged}
        style={{
          left: room.x + box.x,
          top: room.y + box.y,
          width: box.width,
          height: box.height,
          zIndex: layer,
          ...(colorOf(type?.color) !== undefined && { ['--type-color' as string]: colorOf(type?.color) }),
        }}
        onPointerDownCapture={(event) => isWithin(event) && raise()}
        onFocusCapture={(event) => isWithin(event) && raise()}
      >
        <div
          className="window-bar"
          role="toolbar"
          aria-label={`Title bar of ${title}`}
          tabIndex={isNarrow ? -1 : 0}
          onPointerDown={startMove}
          onDoubleClick={(event) => {
            if (!isNarrow && isWithin(event) && (event.target as Element).closest('button') === null)
              toggleWhole();
          }}
          onKeyDownCapture={press}
          onBlur={(event) => {
            const { currentTarget: bar, target: left, relatedTarget: next } = event;
            // Menus of the bar stand elsewhere in the document, and React tells of them all the same.
            if (bar.contains(left) && !bar.contains(next)) setMode(undefined);
          }}
        >
          {isNarrow && <IconButton label="Back to the desk" icon={<ArrowLeft />} onClick={attendToDesk} />}
          <TypeIcon type={type} size="small" />
          <span className="window-title" id={labelId} title={title}>
            {title}
            {version !== undefined && <span className="window-version"> · version {version}</span>}
          </span>
          {facts?.state === 'draft' && version === undefined && (
            <span className="window-draft" title="Draft: not committed yet">
              <span className="unseen">Draft</span>
            </span>
          )}
          {mode !== undefined && (
            <span className="window-mode" role="status">
              Arrow keys {mode === 'move' ? 'move' : 'resize'}. Enter when done.
            </span>
          )}
          <span className="window-buttons">
            {facts !== undefined && !isNarrow && (
              <>
                {facts.state === 'draft' && version === undefined && (
                  <IconButton
                    label="Commit…"
                    size="small"
                    icon={<GitCommitHorizontal />}
                    onClick={() => showCommit([facts.id])}
                  />
                )}
                <IconButton
                  label="Details"
                  size="small"
                  icon={<Info />}
                  onClick={() => showDetails(facts.id)}
                />
              </>
            )}
            <Menu
              trigger={
                <Button
                  kind="quiet"
                  size="small"
                  icon={<EllipsisVertical aria-hidden />}
                  aria-label="Window menu"
                  title="Window menu"
                />
              }
              parts={windowMenu({
                host,
                workspace,
                window,
                facts,
                type,
                room: isNarrow ? 'narrow' : 'wide',
                onMode: setMode,
              })}
            />
            {!isNarrow && (
              <>
                <IconButton
                  label="Minimise"
                  size="small"
                  icon={<Minus />}
                  onClick={() => setWindowState(host, workspace, id, 'minimised')}
                />
                <IconButton
                  label={isWhole ? 'Restore' : 'Maximise'}
                  size="small"
                  icon={isWhole ? <Minimize2 /> : <Maximize2 />}
                  onClick={toggleWhole}
                />
              </>
            )}
            <IconButton
              label="Close"
              size="small"
              icon={<X />}
              onClick={() => closeWindow(host, workspace, id)}
            />
          </span>
        </div>
        <div className="window-body">
          <WindowContent workspace={workspace} window={window} found={found} />
        </div>
        {!isNarrow &&
          !isWhole &&
          edges.map((edge) => (
            <div
              key={edge}
              className="window-edge"
              data-edge={edge}
              aria-hidden
              onPointerDown={(event) => drag.startResize(event, edge)}
            />
          ))}
      </div>
      {drag.snap !== undefined && <SnapHint room={room} box={snapped(drag.snap, room)} layer={layer - 1} />}
    </>
  );
}

/** What is in a menu or a dialog of an element is told to the element, too, although it is not in it. */
function isWithin(event: {
  readonly currentTarget: EventTarget & Element;
  readonly target: EventTarget;
}): boolean {
  return event.target instanceof Node && event.currentTarget.contains(event.target);
}

function SnapHint({ room, box, layer }: { readonly room: Box; readonly box: Box; readonly layer: number }) {
  return (
    <div
      className="window-snap"
      aria-hidden
      style={{
        left: room.x + box.x,
        top: room.y + box.y,
        width: box.width,
        height: box.height,
        zIndex: layer,
      }}
    />
  );
}

/** Takes the focus when somebody at this screen asked for the window, and only then. */
function useFocusWhenWanted(id: string, frame: { readonly current: HTMLElement | null }): void {
  const { window: wanted, round } = useReadable(attention);
  useEffect(() => {
    const { current } = frame;
    if (wanted !== id || !current || !isNews(round) || current.contains(document.activeElement)) return;
    current.focus({ preventScroll: true });
  }, [id, frame, wanted, round]);
}
