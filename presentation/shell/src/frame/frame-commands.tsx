import { localKeys } from '../commands/local-keys.ts';
import { useCommands } from '../commands/use-commands.ts';
import { navigate } from '../navigation/use-route.ts';
import { preferences, usePreferences } from '../preferences/use-preferences.ts';
import { places } from './rail.tsx';

const viewKeys = localKeys('Inside a View', {
  'Forward through it and out': 'Tab',
  'Back through it and out': 'Shift+Tab',
  'To the browser’s toolbar, then the page': 'F6',
});

/** What can be done from everywhere. */
export function FrameCommands({ workspace }: { readonly workspace: string | undefined }) {
  const { dockOpen, theme } = usePreferences();
  const at = workspace === undefined ? {} : { workspace };
  useCommands([
    ...places.map(({ page, label }, index) => ({
      id: `go.${page}`,
      title: `Go to ${label}`,
      group: 'Go',
      keys: `Alt+${index + 1}`,
      run: () => navigate({ page, ...at }),
    })),
    {
      id: 'frame.dock',
      title: dockOpen ? 'Hide the conversation' : 'Show the conversation',
      group: 'Window',
      keys: 'Mod+J',
      run: () => preferences.set({ dockOpen: !dockOpen }),
    },
    ...(['light', 'dark', 'system'] as const)
      .filter((other) => other !== theme)
      .map((other) => ({
        id: `theme.${other}`,
        title: `Theme: ${other}`,
        group: 'Window',
        run: () => preferences.set({ theme: other }),
      })),
    ...viewKeys,
  ]);
  return null;
}
