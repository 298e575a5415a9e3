import {
  callLocationsMark,
  planMark,
  type ActiveTurn,
  type PlanStep,
  type ResponsePart,
  type SessionState,
} from '@loggia/protocol';
import { expect, test } from 'vitest';
import { TurnNarrator } from './turn-narrator.ts';

const turn = (...responseParts: ResponsePart[]): ActiveTurn => ({
  id: 't',
  startedAt: '2026-01-02T12:00:00.000Z',
  message: { text: 'x', origin: { kind: 'user' } },
  responseParts,
});
const said = (content: string): ResponsePart => ({ kind: 'markdown', id: 'm', content });

test('A6: a turn that grows is told piece by piece, each once', () => {
  const narrator = new TurnNarrator();
  const news = (...parts: ResponsePart[]) => narrator.news(turn(...parts), undefined);
  expect(news(said('One'))).toEqual([{ type: 'text', text: 'One' }]);
  expect(news(said('One'))).toEqual([]);
  expect(news(said('One two'))).toEqual([{ type: 'text', text: ' two' }]);
  const notice: ResponsePart = { kind: 'systemNotification', content: { markdown: 'Cut.' } };
  expect(news(said('One two'), notice, said('Three'))).toEqual([
    { type: 'notice', text: 'Cut.' },
    { type: 'text', text: 'Three' },
  ]);
  expect(news(said('One two'), notice, said('Three'))).toEqual([]);
});

test('A7: a call is told when its state changes, not when its content does', () => {
  const narrator = new TurnNarrator();
  const base = { toolCallId: 'c', toolName: 'look', displayName: 'Look' };
  const streaming = (partialInput: string): ResponsePart => ({
    kind: 'toolCall',
    toolCall: { status: 'streaming', ...base, partialInput },
  });
  expect(narrator.news(turn(streaming('{')), undefined)).toMatchObject([
    { type: 'tool', status: 'streaming' },
  ]);
  expect(narrator.news(turn(streaming('{}')), undefined)).toEqual([]);
  const failed: ResponsePart = {
    kind: 'toolCall',
    toolCall: {
      status: 'completed',
      ...base,
      invocationMessage: 'Looking',
      confirmed: 'not-needed',
      success: false,
      pastTenseMessage: 'Looked',
      error: { message: 'Nothing\nthere.' },
    },
  };
  expect(narrator.news(turn(failed), undefined)).toEqual([
    {
      type: 'tool',
      id: 'c',
      name: 'Look',
      status: 'completed',
      result: 'Nothing\nthere.',
      line: 'Look: failed – Nothing there.',
    },
  ]);
});

test('A7, K1: the line of a call of an agent names the files that it works on', () => {
  const places = ['a', 'b', 'c', 'd'].map((name, index) => ({
    uri: `file:///w/${name}.ts`,
    line: index + 1,
  }));
  const call: ResponsePart = {
    kind: 'toolCall',
    toolCall: {
      ...{ status: 'running', toolCallId: 'c', toolName: 'edit', displayName: 'Edit' },
      ...{ invocationMessage: 'Edit', confirmed: 'not-needed', _meta: callLocationsMark(places) },
    },
  };
  const session = { workingDirectories: ['file:///w'] } as unknown as SessionState;
  expect(new TurnNarrator().news(turn(call), session)).toMatchObject([
    { locations: places, line: 'Edit [a.ts:1, b.ts:2, c.ts:3 and 1 more]: running' },
  ]);
});

test('A7, K1: a plan is told whenever a step of it changes, and not again when it ends', () => {
  const narrator = new TurnNarrator();
  const tell = (status: 'running' | 'completed', ...steps: PlanStep[]) => {
    const base = { toolCallId: 'p', toolName: 'plan', displayName: 'Plan', invocationMessage: 'Plan' };
    const more = { confirmed: 'not-needed', _meta: planMark(steps) } as const;
    const toolCall =
      status === 'running'
        ? { status, ...base, ...more }
        : { status, ...base, ...more, success: true, pastTenseMessage: 'Plan' };
    return narrator.news(turn({ kind: 'toolCall', toolCall }), undefined);
  };
  const look: PlanStep = { text: 'Look', state: 'running' };
  expect(tell('running', look)).toMatchObject([{ line: 'Plan: 0 of 1 done, now: Look', plan: [look] }]);
  expect(tell('running', look)).toEqual([]);
  const looked: PlanStep = { ...look, state: 'done' };
  expect(tell('running', looked)).toMatchObject([{ line: 'Plan: 1 of 1 done' }]);
  expect(tell('completed', looked)).toEqual([]);
});
