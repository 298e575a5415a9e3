import type { DeskWindow, TypeView } from '@loggia/protocol';
import {
  Check,
  GitCommitHorizontal,
  Info,
  Maximize2,
  Minimize2,
  Minus,
  Move,
  PanelLeft,
  PanelRight,
  Scaling,
  X,
} from 'lucide-react';
import { showCommit, showDetails } from '../details/details-state.ts';
import type { ShellHost } from '../host/shell-host.ts';
import type { MenuPart } from '../ui/menu.tsx';
import { changeWindow, closeWindow, setWindowState } from './arrange.ts';
import type { ArtifactFacts } from './use-artifact-facts.ts';

/** By keyboard a window is moved and resized in a mode of its own. */
export type KeyMode = 'move' | 'resize';

/** Everything that can be done with a window. */
export function windowMenu({
  host,
  workspace,
  window,
  facts,
  type,
  room,
  onMode,
}: {
  readonly host: ShellHost;
  readonly workspace: string;
  readonly window: DeskWindow;
  readonly facts: ArtifactFacts | undefined;
  readonly type: TypeView | undefined;
  readonly room: 'wide' | 'narrow';
  onMode(mode: KeyMode): void;
}): readonly MenuPart[] {
  const { id, state } = window;
  const to = (next: Exclude<DeskWindow['state'], undefined>) => () =>
    setWindowState(host, workspace, id, next);
  const about: MenuPart[] = facts
    ? [
        { id: 'details', label: 'Details', icon: <Info />, run: () => showDetails(facts.id) },
        ...(facts.state === 'draft' &&
        window.target.kind === 'artifact' &&
        window.target.version === undefined
          ? [
              {
                id: 'commit',
                label: 'Commit…',
                icon: <GitCommitHorizontal />,
                run: () => showCommit([facts.id]),
              },
            ]
          : []),
      ]
    : [];
  const viewers = openWith(host, workspace, window, type);
  const arrange: MenuPart[] =
    room === 'narrow'
      ? []
      : [
          ...(state === undefined || state === 'normal'
            ? []
            : [{ id: 'restore', label: 'Restore', icon: <Minimize2 />, run: to('normal') }]),
          ...(state === 'maximised'
            ? []
            : [
                {
                  id: 'maximise',
                  label: 'Maximise',
                  icon: <Maximize2 />,
                  hint: 'Alt PgUp',
                  run: to('maximised'),
                },
              ]),
          { id: 'minimise', label: 'Minimise', icon: <Minus />, hint: 'Alt PgDn', run: to('minimised') },
          { id: 'left', label: 'Left half', icon: <PanelLeft />, hint: 'Alt Home', run: to('left') },
          { id: 'right', label: 'Right half', icon: <PanelRight />, hint: 'Alt End', run: to('right') },
          { id: 'move', label: 'Move', icon: <Move />, hint: 'Alt arrows', run: () => onMode('move') },
          {
            id: 'resize',
            label: 'Resize',
            icon: <Scaling />,
            hint: 'Alt Shift arrows',
            run: () => onMode('resize'),
          },
        ];
  const groups = [
    about,
    viewers,
    arrange,
    [{ id: 'close', label: 'Close', icon: <X />, run: () => closeWindow(host, workspace, id) }],
  ].filter((group) => group.length > 0);
  return groups.flatMap((group, index) => (index === 0 ? group : [{ separator: true as const }, ...group]));
}

function openWith(
  host: ShellHost,
  workspace: string,
  window: DeskWindow,
  type: TypeView | undefined,
): readonly MenuPart[] {
  const { target } = window;
  if (target.kind !== 'artifact' || type === undefined || type.alternates.length === 0) return [];
  const choose = (server: string | undefined) => (): void =>
    changeWindow(host, workspace, window.id, (before) => {
      if (before.target.kind !== 'artifact') return before;
      const { with: _, ...plain } = before.target;
      return { ...before, target: server === undefined ? plain : { ...plain, with: server } };
    });
  return [
    { heading: 'Open with' },
    {
      id: 'with-default',
      label: `${type.label} (usual)`,
      icon: target.with === undefined ? <Check /> : <span className="window-no-icon" />,
      run: choose(undefined),
    },
    ...type.alternates.map(({ server, name, label }) => ({
      id: `with-${server}`,
      label: label ?? name,
      icon: target.with === server ? <Check /> : <span className="window-no-icon" />,
      run: choose(server),
    })),
  ];
}
