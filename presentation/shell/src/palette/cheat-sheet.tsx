import './cheat-sheet.css';
import { useRef, useState } from 'react';
import { shellCommands } from '../commands/command-registry.ts';
import { spokenChord } from '../commands/key-chord.ts';
import { isMac } from '../commands/use-commands.ts';
import { useReadable } from '../host/use-channel.ts';
import { Highlighted } from '../ui/highlighted.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Keys } from '../ui/keys.tsx';
import { closePalette } from './palette-state.ts';
import { shortcutsOf } from './shortcuts.ts';

/** All keys that do something now, by what they belong to. */
export function CheatSheet() {
  const commands = useReadable(shellCommands);
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const groups = shortcutsOf(commands, query);
  return (
    <Dialog
      open
      title="Keyboard shortcuts"
      description="Shortcuts for this page, and those that work everywhere."
      width={820}
      initialFocus={field}
      onClose={closePalette}
    >
      <div className="cheat-sheet">
        <input
          ref={field}
          className="input"
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value.slice(0, 200))}
          placeholder="Find a shortcut"
          aria-label="Find a shortcut"
        />
        <p role="status" className="cheat-sheet-none" hidden={groups.length > 0}>
          {groups.length === 0 && 'No matching shortcut. Every command is also in the palette.'}
        </p>
        <div className="cheat-sheet-groups">
          {groups.map(({ label, shortcuts }) => (
            <section key={label} aria-label={label}>
              <h3>{label}</h3>
              <dl>
                {shortcuts.map(({ id, title, chords }) => (
                  <div key={id}>
                    <dt>
                      <Highlighted parts={title} />
                    </dt>
                    <dd>
                      {chords.map((chord, index) => (
                        <span key={chord}>
                          {index > 0 && <span className="cheat-sheet-or"> or </span>}
                          <Keys chord={chord} />
                          <span className="unseen">{spokenChord(chord, isMac)}</span>
                        </span>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
