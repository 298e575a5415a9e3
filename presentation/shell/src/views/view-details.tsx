import type { OpenedSandbox } from '@loggia/protocol';
import type { ReactNode } from 'react';
import { useHost } from '../host/host-context.tsx';
import { navigate } from '../navigation/use-route.ts';
import { Button } from '../ui/button.tsx';
import { bytes } from '../ui/bytes.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Note } from '../ui/states.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import { useBlocked } from './use-blocked.ts';
import { ViewToolList } from './view-tool-list.tsx';
import type { ViewInstance } from './view-instance.ts';
import type { ViewSnapshot } from './view-snapshot.ts';
import { asLabel, asName } from '../ui/foreign-words.ts';

/** Shows what a View may reach, and lets the user block it. */
export function ViewDetails({
  view,
  snapshot: { facts, sandbox, error, declaresTools },
  open,
  onClose,
}: {
  readonly view: ViewInstance;
  readonly snapshot: ViewSnapshot;
  readonly open: boolean;
  onClose(): void;
}) {
  const host = useHost();
  const blocked = useBlocked({ server: facts.server?.id, view: view.id }, open);
  const block = async (hash: string): Promise<void> => {
    await host.ask('x-loggia/decideTemplate', { hash, decision: 'blocked' });
    onClose();
    view.reload();
    tell('This page is now blocked. You can unblock it in Settings.', {
      undo: () =>
        attempt(
          host.ask('x-loggia/decideTemplate', { hash, decision: 'undecided' }).then(() => view.reload()),
        ),
    });
  };
  return (
    <Dialog
      open={open}
      title={facts.title || 'View'}
      description={
        facts.server
          ? `From ${asLabel(facts.server.name)}, in its own sandbox.`
          : 'A page in its own sandbox.'
      }
      width={560}
      onClose={onClose}
      actions={
        <>
          {sandbox && (
            <Button kind="danger" onClick={() => attempt(block(sandbox.template.hash))}>
              Block this page
            </Button>
          )}
          <Button
            onClick={() => {
              onClose();
              navigate({ page: 'audit' });
            }}
          >
            Activity
          </Button>
          <Button kind="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {sandbox ? <Reach sandbox={sandbox} resourceUri={facts.resourceUri} /> : <p>Not loaded.</p>}
      {declaresTools && view.subject.session !== undefined && <ViewToolList view={view} />}
      {error !== undefined && <Note tone="info">The first error in its page: “{asName(error)}”</Note>}
      {blocked.length > 0 && (
        <Note tone="warning">
          <strong>Blocked by its policy</strong>
          <ul>
            {blocked.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <Button
            size="small"
            onClick={() => {
              onClose();
              navigate({
                page: 'settings',
                section: 'views',
                ...(facts.server && { server: facts.server.id }),
              });
            }}
          >
            Allow more for this server…
          </Button>
        </Note>
      )}
    </Dialog>
  );
}

function Reach({
  sandbox,
  resourceUri,
}: {
  readonly sandbox: OpenedSandbox;
  readonly resourceUri: string | undefined;
}) {
  const { granted, loosened, template, notes, kind, policy } = sandbox;
  const {
    connectDomains = [],
    resourceDomains = [],
    frameDomains = [],
    baseUriDomains = [],
  } = granted.csp ?? {};
  return (
    <div className="view-details">
      <dl>
        <Fact name="Connects to">{list(connectDomains, 'nothing')}</Fact>
        <Fact name="Loads from">{list(resourceDomains, 'only itself')}</Fact>
        {frameDomains.length > 0 && <Fact name="Embeds">{list(frameDomains, '')}</Fact>}
        {baseUriDomains.length > 0 && <Fact name="Base URLs">{list(baseUriDomains, '')}</Fact>}
        <Fact name="May use">{list(Object.keys(granted.permissions ?? {}), 'no devices')}</Fact>
        {loosened.length > 0 && <Fact name="Trusted with">{list(loosened, '')}</Fact>}
        <Fact name="Origin">{originOf(sandbox)}</Fact>
        <Fact name="Page">
          <code>{resourceUri}</code> ({bytes(template.bytes)})
        </Fact>
        <Fact name="Hash">
          <code>{template.hash}</code>
        </Fact>
      </dl>
      {kind === 'shared' && (
        <Note tone="info">
          This host can’t give each View its own origin, so Views share one sandbox and can’t store anything.
        </Note>
      )}
      {notes.map((note) => (
        <Note key={note} tone="warning">
          {note}
        </Note>
      ))}
      <details>
        <summary>Its content security policy</summary>
        <code className="view-policy">{policy}</code>
      </details>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function originOf({ kind, granted }: OpenedSandbox): string {
  if (kind === 'shared') return 'none, in a sandbox that all Views share';
  return granted.domain === undefined ? 'its own, new each time' : 'its own, the same each time';
}

function list(names: readonly string[], none: string): string {
  return names.length === 0 ? none : names.join(', ');
}
