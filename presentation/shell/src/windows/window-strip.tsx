import './windows.css';
import type { DeskWindow } from '@loggia/protocol';
import { X } from 'lucide-react';
import { colorOf, type TypeLookup } from '../ui/type-lookup.ts';
import { useHost } from '../host/host-context.tsx';
import { keepClear } from '../ui/keep-clear.ts';
import { TypeIcon } from '../ui/type-icon.tsx';
import { closeWindow, raiseWindow } from '../arrangement/arrange.ts';
import { attendTo } from '../arrangement/attention.ts';
import { asName } from '../ui/foreign-words.ts';
import { useWindowArtifact } from './use-window-artifact.ts';

/** Windows that are put away; where there is room for one thing at a time only, all of them. */
export function WindowStrip({
  workspace,
  windows,
  lookUp,
}: {
  readonly workspace: string;
  readonly windows: readonly DeskWindow[];
  readonly lookUp: TypeLookup;
}) {
  if (windows.length === 0) return null;
  return (
    <ul ref={keepClear} className="window-strip" aria-label="Windows">
      {windows.map((window) => (
        <StripEntry key={window.id} workspace={workspace} window={window} lookUp={lookUp} />
      ))}
    </ul>
  );
}

function StripEntry({
  workspace,
  window,
  lookUp,
}: {
  readonly workspace: string;
  readonly window: DeskWindow;
  readonly lookUp: TypeLookup;
}) {
  const host = useHost();
  const { id } = window;
  const found = useWindowArtifact(workspace, window);
  const facts = found.is === 'there' ? found.facts : undefined;
  const type = facts && lookUp(facts.type);
  const title = asName(facts?.title ?? window.title ?? 'Window');
  const color = colorOf(type?.color);
  return (
    <li className="window-chip" style={color === undefined ? {} : { ['--type-color' as string]: color }}>
      <button
        type="button"
        className="window-chip-open"
        onClick={() => {
          raiseWindow(host, workspace, id);
          attendTo(id);
        }}
      >
        <TypeIcon type={type} size="small" />
        <span>{title}</span>
      </button>
      <button
        type="button"
        className="window-chip-close"
        aria-label={`Close ${title}`}
        onClick={() => closeWindow(host, workspace, id)}
      >
        <X aria-hidden />
      </button>
    </li>
  );
}
