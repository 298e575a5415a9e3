import { withAgentCommands, type AgentInfo, type Customization, type ServerPrompt } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import {
  agentInvocables,
  completed,
  invocablesIn,
  personasIn,
  promptInvocables,
  suggestions,
  withPrompt,
} from './slash.ts';

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

  const prompt = (name: string, change: Partial<ServerPrompt> = {}): ServerPrompt => ({
    server: 's1',
    serverName: 'Weather',
    name,
    arguments: [],
    ...change,
  });

  it('J3: the agent’s own commands and the prompts of servers, under the names of whose they are', () => {
    const agent = withAgentCommands({ provider: 'op', displayName: 'Operator' } as AgentInfo, [
      { name: 'tools', description: 'Lists the tools' },
    ]);
    const all = [
      ...agentInvocables(agent),
      ...invocablesIn([plugin([skill('plan')])]),
      ...promptInvocables([prompt('forecast', { title: 'Forecast' }), prompt('two words')]),
    ];
    expect(
      suggestions('/', 1, all)?.map(({ source, name, description }) => [source, name, description]),
    ).toEqual([
      ['Operator', 'tools', 'Lists the tools'],
      ['Pack', 'plan', 'A skill'],
      ['Weather', 'forecast', 'Forecast'],
      ['Weather', 'two-words', 'A prompt'],
    ]);
    expect(agentInvocables(undefined)).toEqual([]);
    const announced = { agent: 'op', commands: [{ name: 'here', description: 'In this chat' }] };
    expect(agentInvocables(agent, { _meta: { 'loggia.commands': announced } })).toMatchObject([
      { name: 'here' },
    ]);
    const others = { agent: 'another', commands: [] };
    expect(agentInvocables(agent, { _meta: { 'loggia.commands': others } })).toMatchObject([
      { name: 'tools' },
    ]);
  });

  it('J3: stay together with the others of their source, the source that fits best first', () => {
    const all = [
      ...invocablesIn([plugin([skill('see-weather'), skill('x')])]),
      ...promptInvocables([prompt('today'), prompt('weather-report')]),
    ];
    expect(names(suggestions('/weather', 8, all))).toEqual(['weather-report', 'today', 'see-weather']);
    expect(suggestions('/nothing', 8, all)).toEqual([]);
  });

  it('J3: a prompt takes the place of the word that called it', () => {
    expect(withPrompt('/fore', 'What is the weather?')).toBe('What is the weather?');
    expect(withPrompt('/fore in Rome', 'What is the weather?')).toBe('What is the weather?\n\nin Rome');
    expect(withPrompt('/fore', '')).toBe('');
  });
});
