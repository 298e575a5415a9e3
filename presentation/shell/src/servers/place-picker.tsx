import { filterSessions } from '../session-list/session-filter.ts';
import { useSessions } from '../session-list/use-sessions.ts';
import { Segments } from '../ui/segments.tsx';
import type { Place } from './use-servers.ts';

/**
 * Chooses whose servers to show. Sessions may have more than their workspace: those of their folders and of clients.
 */
export function PlacePicker({
  workspace,
  place,
  onChange,
}: {
  readonly workspace: string;
  readonly place: Place;
  onChange(place: Place): void;
}) {
  const sessions = filterSessions(useSessions().sessions, { workspace, words: '', archived: false });
  const [first] = sessions;
  return (
    <>
      <Segments<Place['kind']>
        label="Scope"
        value={place.kind}
        options={[
          { value: 'workspace', label: 'Workspace' },
          ...(first || place.kind === 'session' ? [{ value: 'session' as const, label: 'Session' }] : []),
          { value: 'host', label: 'Host' },
        ]}
        onChange={(kind) => {
          if (kind !== 'session') onChange({ kind });
          else if (first) onChange({ kind, session: first.resource });
        }}
      />
      {place.kind === 'session' && (
        <select
          className="input"
          aria-label="Session"
          value={place.session}
          onChange={(event) => onChange({ kind: 'session', session: event.target.value })}
        >
          {sessions.map(({ resource, title }) => (
            <option key={resource} value={resource}>
              {title.trim() || 'Untitled session'}
            </option>
          ))}
        </select>
      )}
      {place.kind === 'host' && (
        <p className="servers-hint">
          The servers of all workspaces, as the host runs them itself. Workspaces and sessions start theirs
          automatically.
        </p>
      )}
    </>
  );
}
