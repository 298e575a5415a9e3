import { useHost } from '../host/host-context.tsx';
import { useReadable } from '../host/use-channel.ts';
import { Button } from '../ui/button.tsx';

/** Says when the host is unreachable. The content on screen stays and catches up automatically. */
export function ConnectionBanner() {
  const { client } = useHost();
  const status = useReadable(client.status);
  if (status.phase === 'connected' || status.phase === 'idle') return null;
  if (status.phase === 'closed') {
    return (
      <div className="connection" role="alert">
        <span>{status.reason.message}</span>
        <Button size="small" onClick={() => location.reload()}>
          Reload the page
        </Button>
      </div>
    );
  }
  // The first connection takes a moment, which isn't worth a message.
  if (status.phase === 'connecting' && status.attempt <= 1) return null;
  return (
    <div className="connection" role="status">
      <span>Can’t reach the host. Your changes are kept here until it is back.</span>
      <Button size="small" onClick={() => client.retryNow()}>
        Try now
      </Button>
    </div>
  );
}
