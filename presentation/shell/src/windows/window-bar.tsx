import type { DeskWindow, TypeView } from '@loggia/protocol';
import { ArrowLeft, EllipsisVertical, Maximize2, Minimize2, Minus, X } from 'lucide-react';
import { useState, type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { actionIcon } from '../artifacts/action-menu.tsx';
import type { ArtifactAction } from '../artifacts/actions.ts';
import { useHost } from '../host/host-context.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { asName } from '../ui/foreign-words.ts';
import { isWithin } from '../ui/is-within.ts';
import { Menu } from '../ui/menu.tsx';
import { TypeIcon } from '../ui/type-icon.tsx';
import { closeWindow, setWindowState } from '../arrangement/arrange.ts';
import { attendToDesk } from '../arrangement/attention.ts';
import type { WindowDrag } from './use-window-drag.ts';
import { windowMenu } from './window-menu.tsx';
import { barCommand, type KeyMode, type WindowFacts } from './window-model.ts';

interface BarProps {
  readonly workspace: string;
  readonly window: DeskWindow;
  readonly facts: WindowFacts;
  readonly type: TypeView | undefined;
  /** Those of the artifact in the window. */
  readonly actions: readonly ArtifactAction[];
  readonly screen: 'wide' | 'narrow';
  readonly drag: WindowDrag;
  readonly labelId: string;
}

/** The title bar: drags the window, and takes keys that arrange it. */
export function WindowBar({ workspace, window, facts, type, actions, screen, drag, labelId }: BarProps) {
  const host = useHost();
  const { id, state } = window;
  const [mode, setMode] = useState<KeyMode>();
  const isNarrow = screen === 'narrow';
  const title = asName(facts.title);
  const arrange = (next: Exclude<DeskWindow['state'], undefined>): void =>
    setWindowState(host, workspace, id, next);
  const press = (event: KeyboardEvent): void => {
    const command = isNarrow || !isWithin(event) ? undefined : barCommand(event, mode, state);
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    if (command.do === 'move') drag.moveBy(command.by);
    else if (command.do === 'resize') drag.resizeBy(command.by);
    else if (command.do === 'arrange') arrange(command.state);
    else setMode(undefined);
  };
  const toggleMaximized = (): void => arrange(facts.isMaximized ? 'normal' : 'maximised');
  const isFree = (event: MouseEvent): boolean =>
    !isNarrow && isWithin(event) && !(event.target as Element).closest('button');
  return (
    <div
      className="window-bar"
      role="toolbar"
      aria-label={`Title bar of ${title}`}
      tabIndex={isNarrow ? -1 : 0}
      onPointerDown={(event: PointerEvent<HTMLElement>) => isFree(event) && drag.startMove(event)}
      onDoubleClick={(event) => isFree(event) && toggleMaximized()}
      onKeyDownCapture={press}
      onBlur={(event) => isLeft(event) && setMode(undefined)}
    >
      {isNarrow && <IconButton label="Back to the desk" icon={<ArrowLeft />} onClick={attendToDesk} />}
      <TypeIcon type={type} size="small" />
      <span className="window-title" id={labelId} title={title}>
        {title}
        {facts.version !== undefined && <span className="window-version"> · version {facts.version}</span>}
      </span>
      {facts.isDraft && (
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
        {!isNarrow && <QuickActions actions={actions} />}
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
          parts={windowMenu({ host, workspace, window, actions, screen, onMode: setMode })}
        />
        {!isNarrow && (
          <>
            <IconButton label="Minimize" size="small" icon={<Minus />} onClick={() => arrange('minimised')} />
            <IconButton
              label={facts.isMaximized ? 'Restore' : 'Maximize'}
              size="small"
              icon={facts.isMaximized ? <Minimize2 /> : <Maximize2 />}
              onClick={toggleMaximized}
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
  );
}

const quick = ['commit', 'details'];

/** The actions that are used most, without the way through the menu. */
function QuickActions({ actions }: { readonly actions: readonly ArtifactAction[] }) {
  return quick.map((id) => {
    const action = actions.find((each) => each.id === id);
    return action ? (
      <IconButton
        key={id}
        label={action.label}
        size="small"
        icon={actionIcon(action)}
        onClick={() => action.run()}
      />
    ) : null;
  });
}

function isLeft({ currentTarget: bar, target, relatedTarget: next }: FocusEvent): boolean {
  return bar.contains(target) && !bar.contains(next);
}
