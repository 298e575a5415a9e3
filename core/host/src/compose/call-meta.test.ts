import { localPrincipal } from '@loggia/access';
import { expect, test } from 'vitest';
import { CallMeta } from './call-meta.ts';

test('H4: calls take nothing along before workspaces are there, and then what those say', async () => {
  const meta = new CallMeta();
  const { forView, forAgent } = meta;
  const viewCall = { server: 's', tool: 't', principal: localPrincipal };
  const agentCall = { server: 's', agent: 'operator', input: {}, readOnly: true };
  expect(forView('v', viewCall)).toBeUndefined();
  expect(await forAgent(agentCall)).toBeUndefined();
  meta.comesFrom({
    forView: (...asked) => ({ asked }),
    forAgent: async (...asked) => ({ asked }),
  });
  expect(forView('v', viewCall)).toEqual({ asked: ['v', viewCall] });
  expect(await forAgent(agentCall)).toEqual({ asked: [agentCall] });
});
