import type { McpServerCustomization } from '@loggia/protocol';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useAnswer } from '../../host/use-answer.ts';
import { isOn } from '../../servers/enablement.ts';
import { Button } from '../../ui/button.tsx';
import { asLabel, visibly } from '../../ui/foreign-words.ts';
import { attempt } from '../../ui/toast-queue.ts';
import { ContextLine } from './context-line.tsx';
import { PinButton } from './pin-button.tsx';
import type { SessionToolsInHand } from './use-session-tools.ts';

/** The tools of one server in the window: pins, and off for this session. Unfolds into the tools. */
export function ServerLine({
  session,
  server,
  tokens,
  tools,
}: {
  readonly session: string;
  readonly server: McpServerCustomization;
  /** Undefined if the agent doesn’t count them. */
  readonly tokens?: number | undefined;
  readonly tools: SessionToolsInHand | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const canOpen = tools !== undefined && isOn(server);
  return (
    <div className="context-server">
      <ContextLine
        name={
          canOpen ? (
            <button
              type="button"
              className="context-unfold"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronRight aria-hidden />
              {visibly(server.name)}
            </button>
          ) : (
            visibly(server.name)
          )
        }
        tokens={tokens}
      >
        {canOpen && <PinButton tools={tools} server={server.name} />}
        <TurnOff session={session} server={server} />
      </ContextLine>
      {canOpen && (
        <div id={id} hidden={!isOpen}>
          {isOpen && <ToolLines session={session} server={server} tools={tools} />}
        </div>
      )}
    </div>
  );
}

function ToolLines({
  session,
  server,
  tools,
}: {
  readonly session: string;
  readonly server: McpServerCustomization;
  readonly tools: SessionToolsInHand;
}) {
  const { value, error } = useAnswer('x-loggia/listTools', { session, server: server.id });
  if (error) return <p className="context-note">{error.message}</p>;
  if (value === undefined) return <p className="context-note">Reading the tools…</p>;
  const [missing] = value.missing;
  if (missing) return <p className="context-note">{missing.reason}</p>;
  if (value.tools.length === 0) return <p className="context-note">This server offers no tools.</p>;
  return (
    <ul>
      {value.tools.map(({ tool }) => (
        <li key={tool.name}>
          <ContextLine name={visibly(tool.name)}>
            <PinButton tools={tools} server={server.name} tool={tool.name} />
          </ContextLine>
        </li>
      ))}
    </ul>
  );
}

/** The tokens of the server's tools are free again with the next message. */
function TurnOff({ session, server }: { readonly session: string; readonly server: McpServerCustomization }) {
  const host = useHost();
  const enabled = isOn(server);
  const set = (): void =>
    attempt(host.ask('x-loggia/setEnabled', { customization: server.id, session, enabled: !enabled }));
  return (
    <Button
      kind="quiet"
      size="small"
      aria-label={`${enabled ? 'Turn off' : 'Turn on'} ${asLabel(server.name)} in this session`}
      onClick={set}
    >
      {enabled ? 'Turn off' : 'Turn on'}
    </Button>
  );
}
