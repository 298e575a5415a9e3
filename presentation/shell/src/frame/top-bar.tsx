import { MessageSquare, MonitorCog, Moon, Search, Sun } from 'lucide-react';
import { formatRoute } from '../navigation/route.ts';
import { useRoute } from '../navigation/use-route.ts';
import { openPalette } from '../palette/palette-state.ts';
import { preferences, usePreferences } from '../preferences/use-preferences.ts';
import { Arches } from '../ui/arches.tsx';
import { IconButton } from '../ui/button.tsx';
import { Keys } from '../ui/keys.tsx';
import { useIsNarrow } from '../ui/use-narrow.ts';
import { useKeysInView } from './keys-in-view.ts';
import { WorkspaceTabs } from './workspace-tabs.tsx';

export function TopBar({ workspace }: { readonly workspace: string | undefined }) {
  const { page } = useRoute();
  const { dockOpen } = usePreferences();
  const isNarrow = useIsNarrow();
  const keysIn = useKeysInView();
  return (
    <header className="top-bar">
      <a
        className="top-bar-mark"
        href={formatRoute({ page: 'desk', ...(workspace && { workspace }) })}
        aria-label="Loggia, to the desk"
      >
        <Arches />
      </a>
      <WorkspaceTabs workspace={workspace} />
      <p className="top-bar-hint" role="status">
        {keysIn === 'tabbed' && 'Keys now go to the View. Tab past its end or press F6 to leave.'}
      </p>
      <button
        type="button"
        className="top-bar-search"
        title="Search and commands"
        onClick={() => openPalette()}
      >
        <Search aria-hidden />
        <span>Search and commands</span>
        <Keys chord="Mod+K" />
      </button>
      <ThemeButton />
      {!isNarrow && page !== 'session' && (
        <IconButton
          label={dockOpen ? 'Hide the conversation' : 'Show the conversation'}
          icon={<MessageSquare />}
          pressed={dockOpen}
          onClick={() => preferences.set({ dockOpen: !dockOpen })}
        />
      )}
    </header>
  );
}

const nextTheme = { system: 'light', light: 'dark', dark: 'system' } as const;

function ThemeButton() {
  const { theme } = usePreferences();
  const icon = theme === 'system' ? <MonitorCog /> : theme === 'light' ? <Sun /> : <Moon />;
  return (
    <IconButton
      label={`Theme: ${theme}`}
      icon={icon}
      onClick={() => preferences.set({ theme: nextTheme[theme] })}
    />
  );
}
