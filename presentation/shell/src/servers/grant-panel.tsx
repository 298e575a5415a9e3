import './grant-panel.css';
import { browserRedirect } from '@loggia/client/oauth';
import type { AuthChallenge, Customization } from '@loggia/protocol';
import { KeyRound, LogIn } from 'lucide-react';
import { useEffect } from 'react';
import { useChannel } from '../host/use-channel.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Note, Spinner } from '../ui/states.tsx';
import { challengeWords } from './sign-in/challenge-words.ts';
import { openSignInWindow, prepareSignInWindow } from './sign-in/sign-in-window.ts';
import { useSignIns } from './sign-in/use-sign-ins.ts';

export interface GrantPanelProps {
  readonly challenge: AuthChallenge;
  readonly serverName: string;
  /** The customization that needs it, and the channel that shows it. */
  readonly server?: string | undefined;
  readonly channel: string;
}

/** The scopes of a sign-in, the way to it, and its progress. */
export function GrantPanel({ challenge, serverName, server, channel }: GrantPanelProps) {
  useEffect(prepareSignInWindow, []);
  const { attempts, signIns } = useSignIns();
  const named = useServerNamed(channel, serverName);
  const id = server ?? named;
  const words = challengeWords(challenge, serverName);
  const attempt = id === undefined ? undefined : attempts.get(id);
  const isUnderWay = attempt?.phase === 'waiting' || attempt?.phase === 'finishing';
  const begin = (): void => {
    if (id === undefined) return;
    // Here and not later: browsers open windows only inside the handler of a click.
    const callback = `${location.origin}/oauth/callback`;
    const redirect = browserRedirect({ callback, open: openSignInWindow });
    void signIns.signIn({ id, name: serverName }, challenge, redirect);
  };
  return (
    <section className="grant" aria-label={`Sign in to ${serverName}`}>
      <div className="grant-head">
        <KeyRound aria-hidden />
        <div className="grant-words">
          <strong>{words.title}</strong>
          <span>
            A window of <b>{words.authority}</b> opens. Loggia never sees your password.
          </span>
          {words.description !== undefined && <span>It says: “{words.description}”</span>}
          {words.scopes.length > 0 && (
            <span className="grant-scopes">
              It asks for
              {words.scopes.map((scope) => (
                <Badge key={scope}>{scope}</Badge>
              ))}
              {words.moreScopes > 0 && <span>and {words.moreScopes} more</span>}
            </span>
          )}
        </div>
      </div>
      {attempt?.phase === 'failed' && <Note tone="danger">{attempt.message}</Note>}
      {id === undefined && (
        <Note tone="warning">Can’t tell which server is asking. Sign in on the servers page instead.</Note>
      )}
      <div className="grant-actions" aria-live="polite">
        {isUnderWay ? (
          <>
            <Spinner label="Signing in" />
            <span>
              {attempt.phase === 'waiting'
                ? 'Continue in the window that opened.'
                : 'Sending the token to the host…'}
            </span>
            {attempt.phase === 'waiting' && (
              <Button size="small" onClick={begin}>
                Open again
              </Button>
            )}
            <Button size="small" kind="quiet" onClick={() => signIns.cancel(id ?? '')}>
              Cancel
            </Button>
          </>
        ) : (
          <>
            <Button kind="primary" icon={<LogIn />} disabled={id === undefined} onClick={begin}>
              {attempt?.phase === 'failed' ? 'Try again' : `Sign in to ${serverName}`}
            </Button>
            {attempt?.phase === 'failed' && (
              <Button kind="quiet" onClick={() => signIns.cancel(id ?? '')}>
                Dismiss
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  );
}

/** For callers that know only the server's name. */
function useServerNamed(channel: string, name: string): string | undefined {
  const state = useChannel<{ readonly customizations?: readonly Customization[] }>(channel)?.state;
  const servers = (state?.customizations ?? []).flatMap((entry) => {
    const children = 'children' in entry ? (entry.children ?? []) : [];
    return [entry, ...children].filter(({ type }) => type === 'mcpServer');
  });
  const found = servers.filter((entry) => entry.name === name);
  return found.length === 1 ? found[0]?.id : undefined;
}
