import type { AgentAuthMethod, AgentReport } from '@loggia/protocol';
import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { Button } from '../ui/button.tsx';
import { asLabel } from '../ui/foreign-words.ts';
import { Menu } from '../ui/menu.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { SignInDialog } from './sign-in-dialog.tsx';

/** Offers the agent's own ways to sign in, once a test has shown them. */
export function SignInButton({
  agent: { agent, name, state, authMethods },
  isBusy,
  onSignIn,
  onSignedIn,
}: {
  readonly agent: AgentReport;
  readonly isBusy: boolean;
  /** With a method that the agent carries out itself. */
  onSignIn(method: string): void;
  /** In a terminal. */
  onSignedIn(): void;
}) {
  const host = useHost();
  const [terminal, setTerminal] = useState<string>();
  const [isOpening, setOpening] = useState(false);
  const openTerminal = async (method: string): Promise<void> => {
    const resource = `ahp-terminal:/${crypto.randomUUID()}`;
    setOpening(true);
    try {
      await host.ask('x-loggia/openAgentSignIn', { agent, method, terminal: resource });
      setTerminal(resource);
    } finally {
      setOpening(false);
    }
  };
  const choose = ({ id, kind }: AgentAuthMethod): void => {
    if (kind === 'terminal') attempt(openTerminal(id));
    else onSignIn(id);
  };
  const methods = authMethods ?? [];
  const [first, other] = methods;
  if (terminal !== undefined)
    return (
      <SignInDialog
        name={name}
        terminal={terminal}
        onClose={() => {
          setTerminal(undefined);
          onSignedIn();
        }}
      />
    );
  if (state !== 'signedOut' || first === undefined) return null;
  const look = { size: 'small', kind: 'primary', icon: <LogIn />, disabled: isBusy || isOpening } as const;
  if (other === undefined)
    return (
      <Button {...look} onClick={() => choose(first)}>
        {`Sign in: ${asLabel(first.name)}`}
      </Button>
    );
  return (
    <Menu
      trigger={
        <Button {...look} aria-label={`Sign in to ${name}`}>
          Sign in
        </Button>
      }
      parts={methods.map((method) => ({
        id: method.id,
        label: asLabel(method.name),
        ...(method.description !== undefined && { hint: asLabel(method.description) }),
        run: () => choose(method),
      }))}
    />
  );
}
