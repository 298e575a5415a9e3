import type { DeskWindow } from '@loggia/protocol';
import { Link, Minimize2, Minus, Move, PanelLeft, PanelRight, Scaling, Square, X } from 'lucide-react';
import { actionMenu, separated } from '../artifacts/action-menu.tsx';
import type { ArtifactAction } from '../artifacts/actions.ts';
import type { ShellHost } from '../host/shell-host.ts';
import type { MenuPart } from '../ui/menu.tsx';
import { closeWindow, setWindowState } from '../arrangement/arrange.ts';
import { routeOfWindow } from '../arrangement/window-route.ts';
import { keysOf } from '../commands/key-chord.ts';
import { isMac } from '../commands/use-commands.ts';
import { copyLink } from '../navigation/copy-link.ts';
import { closeKeys } from './window-keys.ts';
import type { KeyMode } from './window-model.ts';

/** Everything that can be done with a window, and with the artifact in it. */
export function windowMenu({
  host,
  workspace,
  window: { id, state, target },
  actions,
  screen,
  onMode,
}: {
  readonly host: ShellHost;
  readonly workspace: string;
  readonly window: DeskWindow;
  /** Those of the artifact. */
  readonly actions: readonly ArtifactAction[];
  readonly screen: 'wide' | 'narrow';
  onMode(mode: KeyMode): void;
}): readonly MenuPart[] {
  const to = (next: Exclude<DeskWindow['state'], undefined>) => () =>
    setWindowState(host, workspace, id, next);
  const normal: MenuPart = { id: 'normal', label: 'Restore', icon: <Minimize2 />, run: to('normal') };
  const maximize: MenuPart = {
    id: 'maximize',
    label: 'Maximize',
    icon: <Square />,
    hint: 'Alt PgUp',
    run: to('maximised'),
  };
  const arrange: MenuPart[] = [
    ...(state === undefined || state === 'normal' ? [] : [normal]),
    ...(state === 'maximised' ? [] : [maximize]),
    { id: 'minimize', label: 'Minimize', icon: <Minus />, hint: 'Alt PgDn', run: to('minimised') },
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
  const link: MenuPart = {
    id: 'copyLink',
    label: 'Copy link',
    icon: <Link />,
    run: () => copyLink(routeOfWindow(workspace, target)),
  };
  return separated([
    actionMenu(actions),
    actions.some((action) => action.id === 'copyLink') ? [] : [link],
    screen === 'narrow' ? [] : arrange,
    [
      {
        id: 'close',
        label: 'Close',
        icon: <X />,
        hint: keysOf(closeKeys, isMac).join(' '),
        run: () => closeWindow(host, workspace, id),
      },
    ],
  ]);
}
