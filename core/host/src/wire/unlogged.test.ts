import { localPrincipal } from '@loggia/access';
import { terminalKind } from '@loggia/terminals';
import { afterAll, expect, test } from 'vitest';
import { terminalChannels } from '../channels/terminal-channels.ts';
import { engine, RawClient, stopEngines, type Json } from './raw-client.testkit.ts';

afterAll(stopEngines);

const uri = 'ahp-terminal:/t';
const claim = { kind: 'client', clientId: 'a' };
const state = { title: 't', content: [], lifecycle: { status: 'running' }, claim };

function actionsIn({ received }: RawClient): Json[] {
  return received.filter(({ method }) => method === 'action').map(({ params }) => params as Json);
}

test.each(['1.0.0', '0.9.0', '0.3.0'])(
  'TM5: in %s, input is acknowledged to its sender alone, and no log has it',
  async (version) => {
    const typed: string[] = [];
    const dispatch = (_channel: unknown, action: object) => void typed.push(JSON.stringify(action));
    const host = await engine({
      kinds: [terminalKind],
      parts: () => ({ table: {}, channels: { ...terminalChannels({ dispatch }) } }),
    });
    host.kernel.create(uri, 'terminal', state);
    await host.kernel.settled();
    const before = host.kernel.seq;
    const [sender, other] = [new RawClient(host, localPrincipal), new RawClient(host, localPrincipal)];
    for (const [name, client] of Object.entries({ sender, other })) {
      await client.hello(name, { protocolVersions: [version] });
      await client.request('subscribe', { channel: uri });
    }
    const action = { type: 'terminal/input', data: 'hunter2\r' };
    const clientSeq = sender.dispatch(uri, action);
    await sender.request('ping');
    await host.kernel.settled();
    await Promise.all([sender.request('ping'), other.request('ping')]);
    expect(typed).toEqual([JSON.stringify(action)]);
    expect(actionsIn(sender)).toEqual([
      { channel: uri, action, serverSeq: host.kernel.seq, origin: { clientId: 'sender', clientSeq } },
    ]);
    expect(actionsIn(other)).toEqual([]);
    expect((await host.kernel.replay(before, [uri]))?.entries).toEqual([]);
  },
);
