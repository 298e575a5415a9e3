import type { SessionState } from '@loggia/protocol';
import { useHost } from '../../host/host-context.tsx';
import { useChannel } from '../../host/use-channel.ts';
import { Button } from '../../ui/button.tsx';
import { attempt } from '../../ui/toast-queue.ts';
import { serversIn } from '../../views/server-facts.ts';
import { useScene } from '../chat/scene.tsx';

/** Lets a turn begin without the servers that it waits for. Nothing while it waits for none. */
export function AwaitedServers() {
  const { client } = useHost();
  const { session } = useScene();
  const customizations = useChannel<SessionState>(session)?.state?.customizations;
  const awaited = serversIn(customizations).filter(
    ({ state }) => state.kind === 'starting' && state.blocking === true,
  );
  if (awaited.length === 0) return null;
  const goOn = (): void => {
    for (const { id } of awaited)
      attempt(client.dispatch(session, { type: 'session/mcpServerBackgroundRequested', id }).settled);
  };
  return (
    <Button size="small" onClick={goOn}>
      Continue without {awaited.length === 1 ? 'it' : 'them'}
    </Button>
  );
}
