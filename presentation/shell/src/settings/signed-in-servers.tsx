import { workspaceUri } from '@loggia/protocol';
import { KeyRound, LogOut } from 'lucide-react';
import { useAnswer } from '../host/use-answer.ts';
import { signOutAndTell } from '../servers/sign-in/sign-out-words.ts';
import { useSignIns } from '../servers/sign-in/use-sign-ins.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Empty } from '../ui/states.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { asName } from '../ui/foreign-words.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly resource: string | undefined;
  readonly words: string;
  readonly scopes: readonly string[];
}

/** Servers for which this browser, or the host, has a token. */
export function SignedInServers({ workspace }: { readonly workspace: string }) {
  const { signedIn, signIns } = useSignIns();
  const { value, again } = useAnswer('x-loggia/listServers', { session: workspaceUri(workspace) });
  const reports = value?.servers ?? [];
  const mine = signedIn.map(({ server, resource, issuer, scopes }): Row => ({
    id: server,
    name: reports.find(({ id }) => id === server)?.name ?? resource,
    resource,
    words: `Signed in with this browser at ${hostOf(issuer)}. The host keeps the token and renews it.`,
    scopes,
  }));
  const others = reports
    .filter(({ id, signedIn: has }) => has === true && !mine.some((row) => row.id === id))
    .map(({ id, name, transport }): Row => ({
      id,
      name,
      resource: transport.kind === 'stdio' ? undefined : transport.url,
      words: 'The host has a token, from another browser or the command line.',
      scopes: [],
    }));
  const rows = [...mine, ...others];
  if (rows.length === 0) {
    return (
      <Empty icon={<KeyRound />} title="Not signed in anywhere">
        A server that asks for a sign-in shows a button, in the chat or on the servers page.
      </Empty>
    );
  }
  return (
    <ul className="settings-cards">
      {rows.map(({ id, name, resource, words, scopes }) => (
        <li key={id} className="settings-card settings-line">
          <div>
            <strong>{asName(name)}</strong>
            <p className="setting-help">{words}</p>
            {scopes.length > 0 && (
              <p className="settings-scopes">
                {scopes.map((scope) => (
                  <Badge key={scope}>{scope}</Badge>
                ))}
              </p>
            )}
          </div>
          <Button
            icon={<LogOut />}
            onClick={() => attempt(signOutAndTell(signIns, id, name, resource).finally(again))}
          >
            Sign out
          </Button>
        </li>
      ))}
    </ul>
  );
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
