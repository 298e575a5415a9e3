import type { ArtifactSummary, DeskWindow, TypeView } from '@loggia/protocol';
import { stateMarkOf, type StateMark } from '../artifacts/state-mark.ts';
import type { Box, Point } from '../arrangement/geometry.ts';

type WindowState = Exclude<DeskWindow['state'], undefined>;

/** With the keyboard, a window is moved and resized in a mode of its own. */
export type KeyMode = 'move' | 'resize';

/** The effect of a key on the title bar. */
export type BarCommand =
  | { readonly do: 'move' | 'resize'; readonly by: Point }
  | { readonly do: 'arrange'; readonly state: WindowState }
  | { readonly do: 'endMode' };

const step = 24;
const arrows: ReadonlyMap<string, Point> = new Map([
  ['ArrowLeft', { x: -step, y: 0 }],
  ['ArrowRight', { x: step, y: 0 }],
  ['ArrowUp', { x: 0, y: -step }],
  ['ArrowDown', { x: 0, y: step }],
]);
const snapKeys: ReadonlyMap<string, WindowState> = new Map([
  ['Home', 'left'],
  ['End', 'right'],
  ['PageUp', 'maximised'],
  ['PageDown', 'minimised'],
]);

/** Arrow keys need Alt unless a mode is on; with Shift they resize. Undefined where the key means nothing here. */
export function barCommand(
  press: { readonly key: string; readonly altKey: boolean; readonly shiftKey: boolean },
  mode: KeyMode | undefined,
  state: DeskWindow['state'],
): BarCommand | undefined {
  const by = arrows.get(press.key);
  if (by && (mode !== undefined || press.altKey))
    return { do: mode === 'resize' || press.shiftKey ? 'resize' : 'move', by };
  const snap = snapKeys.get(press.key);
  // Pressed again, the same key gives the window its former place back.
  if (snap !== undefined && press.altKey) return { do: 'arrange', state: snap === state ? 'normal' : snap };
  if (mode !== undefined && (press.key === 'Enter' || press.key === 'Escape')) return { do: 'endMode' };
  return undefined;
}

/** Everything that the title bar shows. */
export interface WindowFacts {
  readonly title: string;
  /** Where the window shows an old version. */
  readonly version: number | undefined;
  readonly isDraft: boolean;
  /** Opened to read, although it could be edited. */
  readonly isRead: boolean;
  /** The mark that the type declares for the state; undefined where the type has none of its own. */
  readonly mark: StateMark | undefined;
  readonly isMaximized: boolean;
}

export function windowFacts(
  window: DeskWindow,
  artifact: ArtifactSummary | undefined,
  type: Pick<TypeView, 'states'> | undefined,
): WindowFacts {
  const { target, state } = window;
  const isArtifact = target.kind === 'artifact';
  const version = isArtifact ? target.version : undefined;
  return {
    title: artifact?.title ?? window.title ?? (isArtifact ? 'Artifact' : 'View'),
    version,
    isDraft: artifact?.state === 'draft' && version === undefined && type?.states === undefined,
    isRead: isArtifact && target.mode === 'view',
    mark: artifact && type?.states && version === undefined ? stateMarkOf(artifact, type) : undefined,
    isMaximized: state === 'maximised',
  };
}

/** Where the window stands on the page. On a narrow screen it fills the room. */
export function frameBox(box: Box, room: Box, screen: 'wide' | 'narrow'): Box {
  if (screen === 'narrow') return room;
  return { ...box, x: room.x + box.x, y: room.y + box.y };
}
