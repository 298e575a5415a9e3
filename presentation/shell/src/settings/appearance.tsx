import { MonitorCog, Moon, Sun } from 'lucide-react';
import { preferences, usePreferences } from '../preferences/use-preferences.ts';
import { Segments } from '../ui/segments.tsx';
import { Setting } from './setting.tsx';

export function Appearance() {
  const { theme, deskLayout } = usePreferences();
  return (
    <div className="settings-list">
      <Setting title="Theme" help="Views are told too, and most adapt.">
        <Segments
          label="Theme"
          value={theme}
          options={[
            { value: 'system', label: 'System', icon: <MonitorCog aria-hidden /> },
            { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
            { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
          ]}
          onChange={(next) => preferences.set({ theme: next })}
        />
      </Setting>
      <Setting title="Desk" help="Layout of artifacts.">
        <Segments
          label="Desk"
          value={deskLayout}
          options={[
            { value: 'grid', label: 'Cards' },
            { value: 'list', label: 'List' },
          ]}
          onChange={(next) => preferences.set({ deskLayout: next })}
        />
      </Setting>
    </div>
  );
}
