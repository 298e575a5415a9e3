import type { Customization } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { completed, invocablesIn, personasIn, suggestions } from './slash.ts';

const skill = (name: string, change: object = {}) => ({
  type: 'skill' as const,
  id: name,
  uri: `x:${name}`,
  name,
  ...change,
});
const plugin = (children: object[], change: object = {}): Customization =>
  ({ type: 'plugin', id: 'p', uri: 'x:p', name: 'Pack', children, ...change }) as Customization;
const names = (list: readonly { name: string }[] | undefined) => list?.map(({ name }) => name);

describe('what a message can begin with', () => {
  it('J3: skills and prompts that are on and meant for users', () => {
    const list = [
      plugin([
        skill('plan'),
        skill('hidden', { disableUserInvocation: true }),
        skill('off', { enabled: false }),
        { ...skill('ask'), type: 'prompt' },
        { ...skill('rule'), type: 'rule' },
      ]),
      plugin([skill('gone')], { enablement: [{ kind: 'session', enabled: false }] }),
    ];
    expect(names(invocablesIn(list))).toEqual(['plan', 'ask']);
    expect(invocablesIn(undefined)).toEqual([]);
  });

  it('J3: personas that users may choose', () => {
    const agent = (name: string, change: object = {}) => ({ ...skill(name, change), type: 'agent' });
    const list = [plugin([agent('critic'), agent('inner', { disableUserInvocation: true })])];
    expect(personasIn(list)).toEqual([{ uri: 'x:critic', name: 'critic', description: undefined }]);
  });

  it('J3: are offered for the first word only, those that begin with it first', () => {
    const all = invocablesIn([
      plugin([skill('replan'), skill('plan'), skill('x', { description: 'Planner' })]),
    ]);
    expect(names(suggestions('/pla', 4, all))).toEqual(['plan', 'replan', 'x']);
    expect(suggestions('/plan now', 9, all)).toBeUndefined();
    expect(suggestions('say /pl', 7, all)).toBeUndefined();
    expect(names(suggestions('/', 1, all))).toHaveLength(3);
    expect(completed('/pl tomorrow', 3, { name: 'plan' })).toBe('/plan tomorrow');
  });
});
