import { useEffect } from 'react';
import { localKeys } from '../commands/local-keys.ts';
import { useCommands } from '../commands/use-commands.ts';
import { askToConnect } from '../models/connect-state.ts';
import { navigate } from '../navigation/use-route.ts';
import { preferences, usePreferences } from '../preferences/use-preferences.ts';
import { places } from './rail.tsx';
import { goToRegion, watchRegionKey } from './regions.ts';

const viewKeys = localKeys('Inside a View', {
  'Next control, then out of the View': 'Tab',
  'Previous control, then out of the View': 'Shift+Tab',
  'Next part of the page': 'F6',
});

/** The commands that are available everywhere. */
export function FrameCommands({ workspace }: { readonly workspace: string | undefined }) {
  const { dockOpen, theme } = usePreferences();
  useEffect(() => watchRegionKey(window), []);
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
      id: 'region.next',
      title: 'Next part of the page',
      group: 'Go',
      keys: 'F6',
      run: () => goToRegion('forward'),
    },
    {
      id: 'region.previous',
      title: 'Previous part of the page',
      group: 'Go',
      keys: 'Shift+F6',
      run: () => goToRegion('back'),
    },
    {
      id: 'models.connect',
      title: 'Connect a model',
      group: 'Models',
      keywords: 'key provider anthropic openai google ollama openrouter',
      run: () => askToConnect(),
    },
    {
      id: 'models.show',
      title: 'Models',
      group: 'Models',
      keywords: 'settings provider key',
      run: () => navigate({ page: 'settings', section: 'models', ...at }),
    },
    {
      id: 'go.deliveries',
      title: 'Go to Failed deliveries',
      group: 'Go',
      keywords: 'events handlers undelivered retry',
      run: () => navigate({ page: 'deliveries', ...at }),
    },
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
