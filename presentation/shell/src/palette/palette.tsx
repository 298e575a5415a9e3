import { lazy, Suspense, useEffect } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import { useReadable } from '../host/use-channel.ts';
import { navigate } from '../navigation/use-route.ts';
import { openCheatSheet, openPalette, paletteState } from './palette-state.ts';

const load = () => import('./palette-dialog.tsx');
const PaletteDialog = lazy(async () => ({ default: (await load()).PaletteDialog }));
const CheatSheet = lazy(async () => ({ default: (await import('./cheat-sheet.tsx')).CheatSheet }));

/** The palette and the cheat sheet, shared by the whole page. */
export function Palette({ workspace }: { readonly workspace: string | undefined }) {
  const { open } = useReadable(paletteState);
  useEffect(() => {
    // Users type right after opening it, and no letter may be lost while it loads.
    const timer = setTimeout(() => void load().catch(() => undefined), 1000);
    return () => clearTimeout(timer);
  }, []);
  useCommands([
    {
      id: 'palette.open',
      title: 'Search and commands',
      group: 'Help',
      keys: ['Mod+K', '/'],
      // It is what one would choose it from.
      ...(open === 'palette' && { hidden: true }),
      run: () => openPalette(),
    },
    {
      id: 'palette.keys',
      title: 'Keyboard shortcuts',
      group: 'Help',
      keywords: 'cheat sheet keys help hotkeys',
      keys: ['?', 'Mod+/'],
      run: openCheatSheet,
    },
    {
      id: 'search.open',
      title: 'Search everything',
      group: 'Go',
      keywords: 'find full text',
      keys: 'Mod+Shift+F',
      run: () => navigate({ page: 'search' }),
    },
  ]);
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <PaletteDialog workspace={workspace} />}
      {open === 'keys' && <CheatSheet />}
    </Suspense>
  );
}
