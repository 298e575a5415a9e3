import { runCommand } from '../commands/command-registry.ts';
import type { ShellHost } from '../host/shell-host.ts';
import { navigate } from '../navigation/use-route.ts';
import { openWindow } from '../arrangement/open-window.ts';
import type { PaletteTarget } from './entries.ts';

/** Does what an entry of the palette, or a result of the search, stands for. */
export function goTo(host: ShellHost, target: PaletteTarget): void {
  switch (target.to) {
    case 'command':
      runCommand(target.command);
      return;
    case 'route':
      navigate(target.route);
      return;
    case 'artifact': {
      const { workspace, artifact, title } = target;
      openWindow(host, workspace, { kind: 'artifact', artifact }, title);
    }
  }
}
