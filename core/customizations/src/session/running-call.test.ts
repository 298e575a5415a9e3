import { localPrincipal } from '@loggia/access';
import { ServerFailure, type ServerDefinition } from '@loggia/mcp';
import type { RunningCall } from '@loggia/sessions/equipment';
import { describe, expect, it } from 'vitest';
import { FakeConnection } from './fake-gateway.testkit.ts';
import { Rig, runningCall } from './rig.testkit.ts';
import { runCall } from './running-call.ts';

const session = 'ahp-session:/s';
const signIn = (reason: 'required' | 'expired' | 'insufficientScope') => ({
  reason,
  resource: { resource: 'https://a.test' },
  oauthClient: { clientId: 'id', clientSecret: 'hush' },
});

function connectionOf(more: Partial<ServerDefinition> = {}): FakeConnection {
  const transport = { kind: 'stdio' as const, command: 'a', args: [], env: {} };
  const connection = new FakeConnection({
    server: 'id',
    definition: { name: 'a', transport, ...more },
    principal: localPrincipal,
    folders: [],
    holder: session,
  });
  connection.becomeReady(['t']);
  return connection;
}

function run(connection: FakeConnection, call: RunningCall) {
  return runCall(call, {
    connection,
    serverName: 'a',
    principal: localPrincipal,
    tool: 't',
    displayName: 'Tee',
    mediumOf: () => undefined,
    left: new AbortController().signal,
    signedIn: async () => true,
  });
}

describe('a call', () => {
  it('C7: says for the record which agent makes it for whom, in which session, and why it may', async () => {
    const connection = connectionOf();
    const said: unknown[] = [];
    connection.onCall = async (_, { caller, session: of }) => {
      said.push({ caller, session: of });
      return {};
    };
    await run(connection, runningCall(session, 't', { agent: 'operator', allowedBy: 'always' }));
    await run(connection, runningCall(session, 't', { clientId: undefined }));
    const principal = 'local via agent operator';
    expect(said).toEqual([
      { caller: { by: 'agent', principal, clientId: 'shell', allowedBy: 'always' }, session },
      {
        caller: { by: 'agent', principal: 'local via agent echo', clientId: 'host', allowedBy: 'asked' },
        session,
      },
    ]);
  });

  it('C7: that the user denies is on record, and not made', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    const connection = rig.gateway.named('a');
    connection.becomeReady(['t']);
    const call = { session: uri, agent: 'operator', clientId: 'shell' };
    rig.equipment.denied({ ...call, name: rig.tools(uri)[0] ?? '' });
    rig.equipment.denied({ ...call, name: 'nothing' });
    expect([rig.gateway.missedCalls, connection.calls]).toEqual([
      ['a t refused: Error: The user denied this call.'],
      [],
    ]);
  });

  it('B11: waits for a sign-in, shows why, and goes on by itself', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    const connection = rig.gateway.named('a');
    connection.becomeReady(['t']);
    connection.onCall = async () => {
      if (connection.calls.length < 3) throw connection.demandSignIn(signIn('insufficientScope'));
      return { content: [{ type: 'text', text: 'at last' }] };
    };
    const challenges: unknown[] = [];
    const call = runningCall(uri, 't', { authRequired: (challenge) => challenges.push(challenge) });
    const running = rig.equipment.call(call);
    await expect.poll(() => challenges.length).toBe(1);
    expect(JSON.stringify(challenges)).not.toContain('hush');
    connection.become({ kind: 'ready' });
    await expect.poll(() => challenges.length).toBe(2);
    connection.become({ kind: 'starting' });
    connection.become({ kind: 'ready' });
    expect((await running).text).toBe('at last');
    expect(call.told).toEqual(['resumed', 'resumed']);
  });

  it('B11: that waits for a sign-in ends when its server is stopped, and when the turn ends', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    const connection = rig.gateway.named('a');
    connection.becomeReady(['t']);
    connection.onCall = () => Promise.reject(connection.demandSignIn(signIn('required')));
    const turn = new AbortController();
    const cancelled = rig.equipment.call(runningCall(uri, 't', { signal: turn.signal }));
    const stopped = rig.equipment.call(runningCall(uri, 't'));
    await rig.scheduler.settle();
    turn.abort(new Error('The turn is over.'));
    await expect(cancelled).rejects.toThrow('The turn is over.');
    rig.dispatch(uri, { type: 'session/mcpServerStopRequested', id: rig.server(uri, 'a').id });
    expect(await stopped).toMatchObject({
      result: { success: false, error: { code: 'stopped' } },
      text: 'a was stopped while the call ran. Start it and try again.',
    });
  });

  it('B11: does not ask for ever', async () => {
    const connection = connectionOf();
    connection.onCall = () => Promise.reject(connection.demandSignIn(signIn('expired')));
    const call = runningCall(session, 't');
    const report = await run(connection, call);
    expect(report.result.error?.message).toContain('6 times in a row');
    expect(call.told.filter((line) => line === 'auth expired')).toHaveLength(5);
  });

  it('B6: keeps what it carries next to what the result says', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    const ui = { resourceUri: 'ui://a/view' };
    rig.gateway.named('a').becomeReady([{ name: 't', _meta: { ui } }]);
    const _meta = { ui: { resourceUri: 'ui://b/other' }, more: 1 };
    rig.gateway.named('a').onCall = async () => ({ _meta });
    const { meta } = await rig.equipment.call(runningCall(uri, 't'));
    expect(meta).toEqual({ ui, more: 1, 'loggia.result': { _meta } });
  });

  it('B5: is never made again once it may have run', async () => {
    const connection = connectionOf();
    connection.onCall = () => Promise.reject(new ServerFailure('unavailable', 'The server exited.'));
    expect(await run(connection, runningCall(session, 't'))).toEqual({
      result: {
        success: false,
        pastTenseMessage: 'Tee failed',
        error: { message: 'The server exited.', code: 'unavailable' },
      },
      text: 'The server exited.',
    });
    connection.onCall = () => Promise.reject(new Error('secret detail'));
    expect((await run(connection, runningCall(session, 't'))).text).not.toContain('secret detail');
    expect(connection.calls).toHaveLength(2);
  });

  it('B6: with an input that is no object does not reach the server', async () => {
    const connection = connectionOf();
    for (const input of ['[1]', 'x', '"text"', 'null']) {
      const report = await run(connection, runningCall(session, 't', { input }));
      expect(report.result).toMatchObject({ success: false });
    }
    expect(connection.calls).toEqual([]);
    expect((await run(connection, runningCall(session, 't', { input: '' }))).result.success).toBe(true);
  });

  it('B8: lets the server ask the user, and says how far it is', async () => {
    const connection = connectionOf();
    connection.onCall = async (_request, context) => {
      context.progress?.({ progress: 1, total: 4, message: 'Half way' });
      const requestedSchema = { properties: { n: { type: 'integer' } } };
      const ended = new AbortController();
      const answer = await context.elicit?.({ message: 'How many?', requestedSchema }, ended.signal);
      return { structuredContent: answer };
    };
    const call = runningCall(session, 't', {
      ask: async ({ message }) => {
        expect(message).toBe('a: How many?');
        return {
          response: 'accept',
          answers: { n: { state: 'submitted', value: { kind: 'number', value: 3 } } },
        };
      },
    });
    const report = await run(connection, call);
    expect(report.structured).toEqual({ action: 'accept', content: { n: 3 } });
    expect(call.told).toEqual(['a: Half way (1 of 4)']);
  });

  it('B8: does not send the user to what is no page', async () => {
    const connection = connectionOf();
    connection.onCall = async (_request, context) => {
      const { signal } = new AbortController();
      const urls = ['https://a.test/x', 'javascript:alert(1)', 'file:///etc/passwd', 'https://'];
      const answers = urls.map(
        async (url) => (await context.elicit?.({ message: 'Go', url }, signal))?.action,
      );
      return { structuredContent: await Promise.all(answers) };
    };
    const ask = async () => ({ response: 'accept' as const, answers: {} });
    const report = await run(connection, runningCall(session, 't', { ask }));
    expect(report.structured).toEqual(['accept', 'decline', 'decline', 'decline']);
  });

  it('B8: a question ends when the one who asked gives up', async () => {
    const connection = connectionOf();
    connection.onCall = async (_request, context) => {
      const ended = new AbortController();
      const answer = context.elicit?.({ message: 'Well?' }, ended.signal);
      ended.abort();
      return { structuredContent: await answer };
    };
    const ask = () => new Promise<never>(() => {});
    expect((await run(connection, runningCall(session, 't', { ask }))).structured).toEqual({
      action: 'cancel',
    });
  });

  it('B8: lets the server ask the model only as the policy allows', async () => {
    const ways: Record<string, string> = {};
    for (const sampling of ['ask', 'allow', 'deny', undefined] as const) {
      for (const response of ['accept', 'decline'] as const) {
        const connection = connectionOf(sampling && { sampling });
        connection.onCall = async (_request, { sample }) => {
          if (!sample) return { structuredContent: { was: 'not possible' } };
          return { structuredContent: await sample({ messages: ['hi'] }, new AbortController().signal) };
        };
        let asked = 'unasked';
        const call = runningCall(session, 't', {
          ask: async () => {
            asked = 'asked';
            return { response, answers: {} };
          },
          sample: async (params) => ({ was: `answered ${JSON.stringify(params)}` }),
        });
        const { structured, result } = await run(connection, call);
        const was = structured ? (structured as { was: string }).was : result.error?.message;
        ways[`${sampling ?? 'default'} ${response}`] = `${asked}, ${was}`;
      }
    }
    const yes = 'answered {"messages":["hi"]}';
    const no = 'The user did not allow this.';
    expect(ways).toEqual({
      'ask accept': `asked, ${yes}`,
      'ask decline': `asked, ${no}`,
      'allow accept': `unasked, ${yes}`,
      'allow decline': `unasked, ${yes}`,
      'deny accept': 'unasked, not possible',
      'deny decline': 'unasked, not possible',
      'default accept': `asked, ${yes}`,
      'default decline': `asked, ${no}`,
    });
  });
});
