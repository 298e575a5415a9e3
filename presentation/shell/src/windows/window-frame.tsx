import type { ArtifactSummary, DeskWindow } from '@loggia/protocol';
import { useEffect, useId, useMemo, useRef, type CSSProperties, type KeyboardEvent } from 'react';
import type { ActionSubject, ArtifactAction } from '../artifacts/actions.ts';
import { actionCommands, useArtifactActions } from '../artifacts/use-artifact-actions.ts';
import { useCommands } from '../commands/use-commands.ts';
import { useHost } from '../host/host-context.tsx';
import { useReadable } from '../host/use-channel.ts';
import { isWithin } from '../ui/is-within.ts';
import { pointing } from '../ui/pointed-at.ts';
import { colorOf, type TypeLookup } from '../ui/type-lookup.ts';
import { changeWindow, raiseWindow } from '../arrangement/arrange.ts';
import { attention, isNews } from '../arrangement/attention.ts';
import { snapped, type Box, type Edge } from '../arrangement/geometry.ts';
import { layerOf } from '../arrangement/stack.ts';
import { useWindowArtifact } from './use-window-artifact.ts';
import { useWindowDrag } from './use-window-drag.ts';
import { WindowBar } from './window-bar.tsx';
import { WindowContent } from './window-content.tsx';
import { frameBox, windowFacts } from './window-model.ts';

const edges: readonly Edge[] = ['n', 'e', 's', 'w', 'ne', 'se', 'sw', 'nw'];

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

/** A window on the desk: its title bar, its edges, and its content. */
export function WindowFrame({ workspace, window, rank, isFront, room, isNarrow, lookUp }: WindowFrameProps) {
  const host = useHost();
  const labelId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const { id } = window;
  const drag = useWindowDrag(workspace, window, room);
  const found = useWindowArtifact(workspace, window);
  const artifact = found.is === 'there' ? found.facts : undefined;
  const actions = useWindowActions(workspace, window, artifact, lookUp);
  useCommands(isFront ? actionCommands('Window', actions) : []);
  useFocusWhenWanted(id, frame);
  useTitleKept(workspace, window, artifact);
  useEffect(() => artifact && pointing.showInWindow(id, artifact), [id, artifact]);

  const type = artifact && lookUp(artifact.type);
  const color = colorOf(type?.color);
  const facts = windowFacts(window, artifact, type);
  const screen = isNarrow ? 'narrow' : 'wide';
  const layer = layerOf(rank);
  const raise = (): void => {
    raiseWindow(host, workspace, id);
    pointing.touchWindow(id);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog hears the keys of what is in it */}
      <div
        ref={frame}
        className="window"
        role="dialog"
        aria-labelledby={labelId}
        tabIndex={-1}
        data-window={id}
        data-window-order={layer}
        data-front={isFront}
        data-whole={facts.isMaximized || isNarrow}
        data-dragged={drag.isDragged}
        style={{
          ...placed(frameBox(drag.box, room, screen), layer),
          ...(color !== undefined && { ['--type-color' as string]: color }),
        }}
        onPointerDownCapture={(event) => isWithin(event) && raise()}
        onFocusCapture={(event) => isWithin(event) && raise()}
        onKeyDown={(event) => isWithin(event) && pressInWindow(event, actions)}
      >
        <WindowBar
          workspace={workspace}
          window={window}
          facts={facts}
          type={type}
          actions={actions}
          screen={screen}
          drag={drag}
          labelId={labelId}
        />
        <div className="window-body">
          <WindowContent workspace={workspace} window={window} found={found} />
        </div>
        {!isNarrow &&
          !facts.isMaximized &&
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
      {drag.snap !== undefined && (
        <div
          className="window-snap"
          aria-hidden
          style={placed(frameBox(snapped(drag.snap, room), room, 'wide'), layer - 1)}
        />
      )}
    </>
  );
}

/** Keys for the artifact in the window, wherever in it the focus is. */
function pressInWindow(event: KeyboardEvent, actions: readonly ArtifactAction[]): void {
  const rename = event.key === 'F2' ? actions.find(({ id }) => id === 'rename') : undefined;
  if (!rename || event.defaultPrevented) return;
  event.preventDefault();
  rename.run();
}

function placed({ x, y, width, height }: Box, zIndex: number): CSSProperties {
  return { left: x, top: y, width, height, zIndex };
}

function useWindowActions(
  workspace: string,
  { id, target }: DeskWindow,
  artifact: ArtifactSummary | undefined,
  lookUp: TypeLookup,
) {
  const subject = useMemo((): ActionSubject => {
    const { version, with: server, mode } = target.kind === 'artifact' ? target : {};
    return {
      place: 'window',
      artifacts: artifact ? [artifact] : [],
      workspace,
      lookUp,
      ...(target.kind === 'artifact' && { shownIn: { window: id, server, mode } }),
      ...(version !== undefined && { versionOf: () => version }),
    };
  }, [workspace, id, target, artifact, lookUp]);
  return useArtifactActions(subject);
}

/** A window keeps the title of its artifact, for when nothing else is known of it. */
function useTitleKept(workspace: string, { id, title }: DeskWindow, artifact: ArtifactSummary | undefined) {
  const host = useHost();
  const newest = artifact?.title.slice(0, 500);
  useEffect(() => {
    if (newest !== undefined && newest !== title)
      changeWindow(host, workspace, id, (before) => ({ ...before, title: newest }));
  }, [host, workspace, id, title, newest]);
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
