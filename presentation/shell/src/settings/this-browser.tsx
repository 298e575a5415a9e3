import { LogOut } from 'lucide-react';
import { browserPlace, forgetKey } from '../host/browser-key.ts';
import { useHost } from '../host/host-context.tsx';
import { useSignIns } from '../servers/sign-in/use-sign-ins.ts';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/question-queue.ts';
import { attempt } from '../ui/toast-queue.ts';
import { Setting } from './setting.tsx';

/** The data that this browser remembers, and ways to forget it. */
export function ThisBrowser() {
  const host = useHost();
  const { signedIn, signIns } = useSignIns();
  /** An unreachable host keeps the key, but this browser forgets it. */
  const signOut = async (): Promise<void> => {
    await host.fetch('/sign-out', { method: 'POST' }).catch(() => undefined);
    forgetKey(browserPlace());
  };
  const leave = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Sign out of this host?',
      text: 'To sign in again, run “loggia open” on the host’s machine.',
      action: 'Sign out',
      danger: true,
    });
    if (!isSure) return;
    await signOut();
    host.close();
    location.reload();
  };
  const forget = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Forget everything here?',
      text: 'This browser signs out of the host and of every server that you signed in to from it, and forgets its settings. Nothing on the host is deleted.',
      action: 'Forget everything',
      danger: true,
    });
    if (!isSure) return;
    for (const { server, resource } of signedIn) await signIns.signOut(server, resource);
    await signOut();
    for (const key of Object.keys(localStorage)) if (key.startsWith('loggia.')) localStorage.removeItem(key);
    sessionStorage.clear();
    host.close();
    location.reload();
  };
  return (
    <div className="settings-list">
      <Setting title="Sign out" help="Ends this browser’s access to the host.">
        <Button icon={<LogOut />} onClick={() => attempt(leave())}>
          Sign out
        </Button>
      </Setting>
      <Setting
        title="Forget everything"
        help="Access to this host, sign-ins to servers, theme and layout. For a computer that isn’t yours."
      >
        <Button kind="danger" onClick={() => attempt(forget())}>
          Forget everything
        </Button>
      </Setting>
    </div>
  );
}
