import type { DeskWindow, TypeView } from '@loggia/protocol';
import { ArrowLeft, EllipsisVertical, Minimize2, Minus, Square, X } from 'lucide-react';
import { useState, type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { actionIcon } from '../artifacts/action-menu.tsx';
import type { ArtifactAction } from '../artifacts/actions.ts';
import { useHost } from '../host/host-context.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { asName, visibly } from '../ui/foreign-words.ts';
import { isWithin } from '../ui/is-within.ts';
import { Menu } from '../ui/menu.tsx';
import { Badge } from '../ui/states.tsx';
import { TypeIcon } from '../ui/type-icon.tsx';
import { closeWindow, setWindowState } from '../arrangement/arrange.ts';
import { attendToDesk } from '../arrangement/attention.ts';
import { useTitleClick } from './title-click.ts';
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
  const rename = actions.find((action) => action.id === 'rename');
  const titleClick = useTitleClick(rename?.run);
  const toggleMaximized = (): void => arrange(facts.isMaximized ? 'normal' : 'maximised');
  const isFree = (event: MouseEvent): boolean =>
    !isNarrow && isWithin(event) && !(event.target as Element).closest('button');
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- F2 renames, as a click on the title does
    <div
      className="window-bar"
      role="toolbar"
      aria-label={`Title bar of ${title}`}
      tabIndex={isNarrow ? -1 : 0}
      onPointerDown={(event: PointerEvent<HTMLElement>) => isFree(event) && drag.startMove(event)}
      // Dragging captures the pointer, so the click on the title arrives here.
      onClick={titleClick.onClick}
      onDoubleClick={(event) => {
        titleClick.onDoubleClick();
        if (isFree(event)) toggleMaximized();
      }}
      onKeyDownCapture={press}
      onBlur={(event) => isLeft(event) && setMode(undefined)}
    >
      {isNarrow && <IconButton label="Back to the desk" icon={<ArrowLeft />} onClick={attendToDesk} />}
      <TypeIcon type={type} size="small" />
      <span
        className="window-title"
        id={labelId}
        title={title}
        data-renames={rename !== undefined}
        onPointerDown={titleClick.onPointerDown}
      >
        {title}
        {facts.version !== undefined && <span className="window-version"> · version {facts.version}</span>}
      </span>
      {facts.isDraft && (
        <span className="window-draft" title="Draft: not committed yet">
          <span className="unseen">Draft</span>
        </span>
      )}
      {facts.mark && <Badge color={facts.mark.color}>{visibly(facts.mark.label)}</Badge>}
      {facts.isRead && <Badge>Read only</Badge>}
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
              icon={facts.isMaximized ? <Minimize2 /> : <Square />}
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
