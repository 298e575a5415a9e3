import { viewToolOf } from '@loggia/protocol';
import { useEffect, useSyncExternalStore } from 'react';
import { asName } from '../ui/foreign-words.ts';
import { Note } from '../ui/states.tsx';
import { Switch } from '../ui/switch.tsx';
import type { ViewInstance } from './view-instance.ts';
import type { ViewToolsState } from './view-tools.ts';

export function useViewTools({ tools }: ViewInstance): ViewToolsState {
  return useSyncExternalStore(tools.subscribe, tools.getSnapshot);
}

const mostReasons = 8;
const longestShown = 300;

/** The tools that a View offers to the agent of its session, with the user's switch. */
export function ViewToolList({ view }: { readonly view: ViewInstance }) {
  const { tools, leftOut, problem, isOn, isAllowed } = useViewTools(view);
  // The policy may have changed in another browser; what is shown stays until it is known.
  useEffect(() => void view.tools.readPolicy().catch(() => undefined), [view]);
  return (
    <section className="view-tools" aria-label="Tools for the agent">
      <h3>
        <span>Tools for the agent</span>
        <Switch
          label="Offer this View’s tools to the agent"
          checked={isOn && isAllowed}
          disabled={!isAllowed}
          onChange={(on) => view.tools.setOn(on)}
        />
      </h3>
      <p className="view-tools-help">
        {isAllowed
          ? 'The agent of this session can call them while the View is open. You confirm the calls like those of a server’s tools that can change something.'
          : 'Settings withhold the tools of this server’s Views from agents.'}
      </p>
      {problem !== undefined && <Note tone="warning">{asName(problem)}</Note>}
      {tools.length > 0 && (
        <ul>
          {tools.map((tool) => (
            <li key={tool.name}>
              <strong>{asName(tool.title ?? tool.name)}</strong> <code>{viewToolOf(tool)?.name}</code>
              {tool.description !== undefined && <p>{asName(tool.description.slice(0, longestShown))}</p>}
            </li>
          ))}
        </ul>
      )}
      {leftOut.length > 0 && (
        <Note tone="info">
          <strong>
            {leftOut.length === 1 ? 'One tool isn’t offered' : `${leftOut.length} tools aren’t offered`}
          </strong>
          <ul>
            {leftOut.slice(0, mostReasons).map((reason, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- reasons repeat, and never move
              <li key={index}>{asName(reason)}</li>
            ))}
            {leftOut.length > mostReasons && <li>{leftOut.length - mostReasons} more.</li>}
          </ul>
        </Note>
      )}
    </section>
  );
}
