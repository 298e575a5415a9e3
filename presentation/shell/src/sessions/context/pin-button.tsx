import { Pin } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { asLabel } from '../../ui/foreign-words.ts';
import { pinnedBy, togglePin } from './session-pins.ts';
import type { SessionToolsInHand } from './use-session-tools.ts';

/** Whether the agent always has the tools of a server, or one of them, without a search. */
export function PinButton({
  tools: { pins, change },
  server,
  tool,
}: {
  readonly tools: SessionToolsInHand;
  /** Its name. */
  readonly server: string;
  readonly tool?: string;
}) {
  const by = pinnedBy(pins, server, tool);
  const name = asLabel(tool ?? server);
  if (by === 'around' || by === 'server') {
    const words =
      by === 'around' ? `${name} is pinned for the whole workspace` : `${name} is pinned with its server`;
    return (
      <span className="context-pinned" role="img" aria-label={words} title={words}>
        <Pin />
      </span>
    );
  }
  return (
    <IconButton
      size="small"
      className="context-pin"
      label={`Pin ${name} in this session`}
      icon={<Pin />}
      pressed={by === 'session'}
      onClick={() => change({ pins: togglePin(pins, server, tool) })}
    />
  );
}
