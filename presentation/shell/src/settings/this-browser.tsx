import { LogOut } from 'lucide-react';
import { useHost } from '../host/host-context.tsx';
import { browserPlace, forgetToken } from '../host/token.ts';
import { useSignIns } from '../servers/sign-in/use-sign-ins.ts';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/confirm.tsx';
import { attempt } from '../ui/toasts.tsx';
import { Setting } from './setting.tsx';

/** What this browser remembers, and how to make it forget. */
export function ThisBrowser() {
  const host = useHost();
  const { signedIn, desk } = useSignIns();
  const leave = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Leave this host?',
      text: 'This browser forgets its token. To come back you need the address that the host prints when it starts.',
      action: 'Leave',
      danger: true,
    });
    if (!isSure) return;
    forgetToken(browserPlace());
    host.close();
    location.reload();
  };
  const forget = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Forget everything here?',
      text: 'You are signed out of every server that you signed in to with this browser, and it forgets its token and how it was set up. Nothing on the host is deleted.',
      action: 'Forget everything',
      danger: true,
    });
    if (!isSure) return;
    for (const { server, resource } of signedIn) await desk.signOut(server, resource);
    for (const key of Object.keys(localStorage)) if (key.startsWith('loggia.')) localStorage.removeItem(key);
    sessionStorage.clear();
    host.close();
    location.reload();
  };
  return (
    <div className="settings-list">
      <Setting title="Leave" help="Forgets the token with which this browser enters the host.">
        <Button icon={<LogOut />} onClick={() => attempt(leave())}>
          Leave this host
        </Button>
      </Setting>
      <Setting
        title="Forget everything"
        help="The token, the sign-ins at servers, the theme and the layout. For a computer that is not yours."
      >
        <Button kind="danger" onClick={() => attempt(forget())}>
          Forget everything
        </Button>
      </Setting>
    </div>
  );
}
