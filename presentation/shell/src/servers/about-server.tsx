import type { ServerReport } from '@loggia/protocol';
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Badge } from '../ui/states.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { sandboxWords, shownTransport, sourceWords, transportKind } from './server-words.ts';
import { signOutAndTell } from './sign-in/sign-out-words.ts';
import { useSignIns } from './sign-in/use-sign-ins.ts';
import { useWorkspaceTitles } from './use-workspace-titles.ts';

/** The facts about a server, and whether somebody is signed in to it. */
export function AboutServer({ report }: { readonly report: ServerReport }) {
  const { signedIn, signIns } = useSignIns();
  const mine = signedIn.find(({ server }) => server === report.id);
  const isSignedIn = report.signedIn === true || mine !== undefined;
  const resource = report.transport.kind === 'stdio' ? undefined : report.transport.url;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['From', sourceWords(report, useWorkspaceTitles())],
    ['Transport', transportKind(report)],
    [
      report.transport.kind === 'stdio' ? 'Command' : 'Address',
      <code key="where">{shownTransport(report)}</code>,
    ],
    ['Sandbox', sandboxWords(report)],
    ['Calls itself', [report.title, report.version].filter(Boolean).join(' ') || undefined],
    ['MCP revision', report.protocolVersion],
    ['Process', report.pid],
    ['Restarts', report.restarts],
    ['Used by', usersWords(report.users)],
    ['Id', <code key="id">{report.id}</code>],
  ];
  return (
    <>
      <Facts className="server-facts" of={facts} />
      {report.transport.kind !== 'stdio' && (
        <section className="server-sign-in">
          <h3 className="server-section-title">Sign-in</h3>
          {isSignedIn ? (
            <>
              <p>
                {mine
                  ? `This browser is signed in, at ${hostOf(mine.issuer)}.`
                  : 'The host has a token from another browser or the command line.'}
              </p>
              {mine && mine.scopes.length > 0 && (
                <p className="server-scopes">
                  {mine.scopes.map((scope) => (
                    <Badge key={scope}>{scope}</Badge>
                  ))}
                </p>
              )}
              <Button
                icon={<LogOut />}
                onClick={() => attempt(signOutAndTell(signIns, report.id, report.name, resource))}
              >
                Sign out
              </Button>
            </>
          ) : (
            <p>Not signed in. If this server asks you to sign in, a button appears.</p>
          )}
        </section>
      )}
    </>
  );
}

function usersWords(users: number | undefined): string | undefined {
  if (users === undefined) return undefined;
  return users === 1 ? '1 session or workspace' : `${users} sessions and workspaces`;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
