import { expect, test } from 'vitest';
import { CallMatching, type ReportedCall } from './call-matching.ts';

const report = (id: string, title: string, more: Partial<ReportedCall> = {}): ReportedCall => ({
  ...{ id, title, input: { a: 1 }, actsItself: false },
  ...more,
});
const matching = () => new CallMatching(() => ['weather_show', 'echo']);

test.each([
  ['loggia_weather_show', {}],
  ['mcp.loggia.weather_show', {}],
  ['weather_show (loggia MCP Server)', {}],
  ['loggia: weather show', {}],
  ['Looking at the sky', { name: 'mcp__loggia__weather_show' }],
  ['Sky', { meta: { claudeCode: { mcpServer: 'loggia', toolName: 'mcp__loggia__weather_show' } } }],
  ['Sky', { meta: { goose: { toolCall: { extensionName: 'loggia', toolName: 'weather_show' } } } }],
  ['Sky', { meta: { goose: { toolCall: { extensionName: 'loggia', toolName: 'loggia__weather_show' } } } }],
  ['Sky', { input: { server: 'loggia', tool: 'weather_show', arguments: { a: 1 } } }],
])('K1: "%s" (%o) names a tool of the proxy', (title, more) => {
  const calls = matching();
  expect(calls.isForProxy(report('1', title, more))).toBe(true);
  expect(calls.reported(report('1', title, more))).toBe('held');
  calls.served({ name: 'weather_show', input: { a: 1 } });
  expect(calls.reported(report('1', title, more))).toBe('ours');
});

test.each([
  ['weather_show', {}, 'held'],
  ['other_weather_show', {}, 'own'],
  ['loggia_rm', {}, 'own'],
  ['loggia_echo', { actsItself: true }, 'own'],
  ['loggia_echo', { name: 'bash' }, 'own'],
])('K1: "%s" (%o) is not certainly for the proxy', (title, more, verdict) => {
  expect(matching().isForProxy(report('1', title, more))).toBe(false);
  expect(matching().reported(report('1', title, more))).toBe(verdict);
});

test('K1: each served call claims one report, the oldest with the same input', () => {
  const calls = matching();
  const [one, two, other] = [
    report('1', 'loggia_echo'),
    report('2', 'loggia_echo'),
    report('3', 'loggia_echo', { input: { b: 2 } }),
  ];
  for (const each of [one, two, other]) expect(calls.reported(each)).toBe('held');
  calls.served({ name: 'echo', input: { b: 2 } });
  calls.served({ name: 'echo', input: { a: 1 } });
  expect([one, two, other].map((each) => calls.reported(each))).toEqual(['ours', 'held', 'ours']);
});

test('K1: an id decides, whatever the inputs are', () => {
  const calls = matching();
  calls.served({ name: 'echo', input: { a: 1 }, id: '2' });
  expect(calls.reported(report('1', 'loggia_echo'))).toBe('held');
  expect(calls.reported(report('2', 'Anything', { input: {} }))).toBe('ours');
  calls.served({ name: 'echo', input: { other: true }, id: '1' });
  expect(calls.reported(report('1', 'loggia_echo'))).toBe('ours');
});

test('K1: three parallel calls, two of them identical, are matched if they arrive before they are reported', () => {
  const calls = matching();
  for (const input of [{ a: 1 }, { b: 2 }, { a: 1 }]) calls.served({ name: 'echo', input });
  const reports = [
    report('1', 'loggia_echo'),
    report('2', 'loggia_echo'),
    report('3', 'loggia_echo', { input: { b: 2 } }),
    report('4', 'loggia_echo'),
  ];
  expect(reports.map((each) => calls.reported(each))).toEqual(['ours', 'ours', 'ours', 'held']);
});
