import { describe, expect, it, onTestFinished } from 'vitest';
import { rootUri, type AuthChallenge, type SessionState, type ToolCallIn } from '@loggia/protocol';
import { ClientRig } from '@loggia/testing/transport';
import { Cell } from '../readable.ts';
import { keepSignedIn } from './keep-signed-in.ts';
import { MemoryGrantStore, MemoryRegistrationStore } from './memory-stores.ts';
import { TokenKeeper } from './token-keeper.ts';
import { offerTo } from './token-offer.ts';

const session = 'ahp-session:/one';
const resource = 'https://docs.example/mcp';

function challengeFor(changes: Partial<AuthChallenge> = {}): AuthChallenge {
  return { reason: 'required', resource: { resource }, ...changes };
}

function serverIn(id: string, challenge: AuthChallenge | 'ready') {
  return {
    type: 'mcpServer' as const,
    id,
    uri: 'file:///config.json',
    name: id,
    state:
      challenge === 'ready' ? { kind: 'ready' as const } : { kind: 'authRequired' as const, ...challenge },
  };
}

function stateWith(changes: Partial<SessionState>): SessionState {
  return {
    provider: 'echo',
    title: 'One',
    status: 1,
    lifecycle: 'ready',
    activeClients: [],
    chats: [],
    ...changes,
  };
}

/** A client at a host that follows a script, watching one session. */
async function watching(state: SessionState) {
  const rig = await new ClientRig().connected();
  const grants = new MemoryGrantStore();
  const keeper = new TokenKeeper({
    grants,
    registrations: new MemoryRegistrationStore(),
    offer: offerTo(rig.client),
    environment: rig.environment,
  });
  onTestFinished(() => keeper.dispose());
  const start = async () => {
    rig.host.first('subscribe', { snapshot: { resource: session, state, fromSeq: 10 } });
    const view = rig.client.session(session);
    const watch = keepSignedIn({ session: view, keeper });
    onTestFinished(() => watch.stop());
    await rig.settle();
    await rig.settle();
    return watch;
  };
  const grant = {
    accessToken: 'access-1',
    issuedAt: 0,
    expiresAt: 3_600_000,
    scopes: ['read'],
    resource,
    issuer: 'https://login.example',
    clientId: 'me',
    clientAuthMethod: 'none' as const,
    tokenEndpoint: 'https://login.example/token',
  };
  return { rig, grants, grant, start };
}

function becomes(state: ReturnType<typeof serverIn>['state']) {
  return {
    channel: session,
    action: { type: 'session/mcpServerStateChanged' as const, id: 'docs', state },
    origin: undefined,
  };
}

describe('B10: a server that waits for a sign-in', () => {
  it('B10: gets the token that there is, named by its id', async () => {
    const { rig, grants, grant, start } = await watching(
      stateWith({ customizations: [serverIn('docs', challengeFor()), serverIn('other', 'ready')] }),
    );
    await grants.put('docs', grant);
    rig.host.answers(
      'authenticate',
      {},
      {
        channel: rootUri,
        resource,
        token: 'access-1',
        expiresIn: 3600,
        scopes: ['read'],
        _meta: { 'loggia.server': 'docs' },
      },
    );
    const watch = await start();
    expect(rig.host.expected).toEqual([]);
    expect(watch.needed.getSnapshot()).toEqual([]);
  });

  it('B12: without a grant is for the user, also below a plugin, until it does not wait any more', async () => {
    const { rig, start } = await watching(
      stateWith({
        customizations: [
          {
            type: 'plugin',
            id: 'plugin',
            uri: 'file:///plugin',
            name: 'Plugin',
            children: [serverIn('docs', challengeFor())],
          },
        ],
      }),
    );
    const watch = await start();
    const seen: unknown[] = [];
    watch.needed.subscribe(() => seen.push(watch.needed.getSnapshot()));
    expect(watch.needed.getSnapshot()).toEqual([{ server: 'docs', challenge: challengeFor() }]);
    rig.host.act({ ...becomes({ kind: 'ready' }), serverSeq: 11 });
    await rig.settle();
    expect(seen).toEqual([[]]);
  });

  it('B11: that comes to wait again is answered again', async () => {
    const { rig, grants, grant, start } = await watching(
      stateWith({ customizations: [serverIn('docs', challengeFor())] }),
    );
    await grants.put('docs', grant);
    rig.host.answers('authenticate', {}).answers('authenticate', {});
    await start();
    rig.host.act({ ...becomes({ kind: 'ready' }), serverSeq: 11 });
    rig.host.act({ ...becomes({ kind: 'authRequired', ...challengeFor() }), serverSeq: 12 });
    await rig.settle();
    await rig.settle();
    expect(rig.host.expected).toEqual([]);
  });
});

describe('B11: what waits anew', () => {
  const waiting = () => stateWith({ customizations: [serverIn('docs', challengeFor())] });

  function watchedBy(outcomes: ('answered' | 'interaction')[]) {
    const cell = new Cell<{ readonly state: SessionState | undefined }>({ state: waiting() }, () => {});
    const asked: string[] = [];
    const keeper = {
      answer: async (server: string) => {
        asked.push(server);
        return outcomes.shift() ?? 'interaction';
      },
    };
    const watch = keepSignedIn({ session: cell, keeper });
    onTestFinished(() => watch.stop());
    return { cell, asked, watch };
  }

  it('B11: is answered even if it looks as before, as after a connection that was lost', async () => {
    const { cell, asked, watch } = watchedBy(['answered', 'answered']);
    await settled();
    cell.set({ state: waiting() });
    await settled();
    expect(asked).toEqual(['docs', 'docs']);
    expect(watch.needed.getSnapshot()).toEqual([]);
  });

  it('B11: is asked about once while it is the same', async () => {
    const { cell, asked } = watchedBy(['answered']);
    await settled();
    const { state } = cell.getSnapshot();
    cell.set({ state: state && { ...state, title: 'Another' } });
    await settled();
    expect(asked).toEqual(['docs']);
  });

  it('B11: is answered where only the user could help before', async () => {
    const { cell, asked, watch } = watchedBy(['interaction', 'answered']);
    await settled();
    expect(watch.needed.getSnapshot()).toHaveLength(1);
    cell.set({ state: stateWith({ customizations: [serverIn('docs', 'ready')] }) });
    cell.set({ state: waiting() });
    await settled();
    expect(asked).toEqual(['docs', 'docs']);
    expect(watch.needed.getSnapshot()).toEqual([]);
  });
});

describe('B11: a call that waits for more access', () => {
  it('B11: is named, so that the button can be on it', async () => {
    const auth = challengeFor({ reason: 'insufficientScope', requiredScopes: ['write'] });
    const toolCall = {
      status: 'auth-required',
      toolCallId: 'call-1',
      toolName: 'write',
      displayName: 'Write',
      invocationMessage: 'Writing',
      confirmed: 'not-needed',
      contributor: { kind: 'mcp', customizationId: 'docs' },
      auth,
    } as ToolCallIn<'auth-required'>;
    const { grants, grant, start } = await watching(
      stateWith({
        customizations: [serverIn('docs', 'ready')],
        inputNeeded: [
          { kind: 'toolAuthentication', id: 'need-1', chat: 'ahp-chat:/a', turnId: 'turn-1', toolCall },
        ],
      }),
    );
    await grants.put('docs', grant);
    const watch = await start();
    expect(watch.needed.getSnapshot()).toEqual([
      {
        server: 'docs',
        challenge: auth,
        call: { chat: 'ahp-chat:/a', turnId: 'turn-1', toolCallId: 'call-1' },
      },
    ]);
  });
});

/** Every promise that can settle has. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
