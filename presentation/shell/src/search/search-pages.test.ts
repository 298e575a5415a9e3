import type { ExtensionParams, ExtensionResult } from '@loggia/client';
import type { Hit } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import { hitKey, SearchPages } from './search-pages.ts';

type Result = ExtensionResult<'x-loggia/search'>;

interface Question {
  readonly params: ExtensionParams<'x-loggia/search'>;
  readonly signal: AbortSignal;
  answer(result: Result): Promise<void>;
  fail(error: Error): Promise<void>;
}

function message(turn: string): Hit {
  return {
    kind: 'message',
    session: 's',
    chat: 'c',
    turn,
    at: '2026-01-01T00:00:00.000Z',
    title: [],
    snippet: [],
    score: 1,
  };
}

function page(turns: readonly string[], nextCursor?: string): Result {
  return { hits: turns.map(message), ...(nextCursor !== undefined && { nextCursor }) };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Pages whose questions are answered by hand. */
function setUp() {
  const asked: Question[] = [];
  const pages = new SearchPages((params, signal) => {
    const { promise, resolve, reject } = withResolvers<Result>();
    asked.push({
      params,
      signal,
      answer: (result) => (resolve(result), settled()),
      fail: (error) => (reject(error), settled()),
    });
    return promise;
  }, 2);
  const last = (): Question => {
    const question = asked.at(-1);
    if (!question) throw new Error('Nothing was asked.');
    return question;
  };
  return { pages, asked, last, turns: () => pages.getSnapshot().hits.map(hitKey) };
}

function withResolvers<Value>() {
  let resolve!: (value: Value) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

describe('pages of results', () => {
  test('F6: pages follow one another until there are no more', async () => {
    const { pages, asked, last, turns } = setUp();
    pages.search({ query: 'x' });
    expect(pages.getSnapshot().phase).toBe('loading');
    expect(last().params).toEqual({ query: 'x', limit: 2 });
    await last().answer(page(['1', '2'], 'next'));
    expect(pages.getSnapshot()).toMatchObject({ phase: 'ready', hasMore: true });
    pages.more();
    pages.more();
    expect(asked).toHaveLength(2);
    expect(pages.getSnapshot().phase).toBe('more');
    expect(last().params).toEqual({ query: 'x', limit: 2, cursor: 'next' });
    await last().answer(page(['3']));
    expect(turns()).toEqual(['message c 1', 'message c 2', 'message c 3']);
    expect(pages.getSnapshot()).toMatchObject({ phase: 'ready', hasMore: false });
    pages.more();
    expect(asked).toHaveLength(2);
  });

  test('F6: what stands on two pages is shown once', async () => {
    const { pages, last, turns } = setUp();
    pages.search({ query: 'x' });
    await last().answer(page(['1', '2'], 'next'));
    pages.more();
    await last().answer(page(['2', '3']));
    expect(turns()).toEqual(['message c 1', 'message c 2', 'message c 3']);
  });

  test('F6: another question calls off the one before, whose answer no longer counts', async () => {
    const { pages, asked, last, turns } = setUp();
    pages.search({ query: 'x' });
    pages.search({ query: 'y' });
    expect(asked[0]?.signal.aborted).toBe(true);
    await last().answer(page(['y']));
    await asked[0]?.answer(page(['x']));
    expect(turns()).toEqual(['message c y']);
  });

  test('F6: what was found before stays until the new answer is there, and is no part of it', async () => {
    const { pages, last, turns } = setUp();
    pages.search({ query: 'x' });
    await last().answer(page(['1'], 'next'));
    pages.search({ query: 'y' });
    expect(turns()).toEqual(['message c 1']);
    expect(last().params).not.toHaveProperty('cursor');
    await last().answer(page(['9']));
    expect(turns()).toEqual(['message c 9']);
  });

  test('J7: a failure is told, and tried again from where it happened', async () => {
    const { pages, last, turns } = setUp();
    pages.search({ query: 'x' });
    await last().answer(page(['1', '2'], 'next'));
    pages.more();
    await last().fail(new Error('The host is busy.'));
    expect(pages.getSnapshot()).toMatchObject({ phase: 'failed', error: { message: 'The host is busy.' } });
    expect(turns()).toHaveLength(2);
    pages.again();
    expect(last().params).toMatchObject({ cursor: 'next' });
    await last().answer(page(['3']));
    expect(turns()).toHaveLength(3);
    expect(pages.getSnapshot().error).toBeUndefined();
  });

  test('J7: a first page that fails leaves nothing of another question', async () => {
    const { pages, last } = setUp();
    pages.search({ query: 'x' });
    await last().answer(page(['1'], 'next'));
    pages.search({ query: '-' });
    await last().fail(new Error('Type a word.'));
    expect(pages.getSnapshot()).toMatchObject({ phase: 'failed', hits: [] });
    pages.again();
    expect(last().params).toEqual({ query: '-', limit: 2 });
  });

  test('F6: nothing to look for is nothing found, and asks nobody', async () => {
    const { pages, asked, last } = setUp();
    pages.search({ query: 'x' });
    pages.search(undefined);
    await last().answer(page(['1']));
    expect(pages.getSnapshot()).toEqual({ phase: 'idle', hits: [], hasMore: false });
    pages.again();
    pages.more();
    expect(asked).toHaveLength(1);
  });

  test('listeners are told of each step until they leave', async () => {
    const { pages, last } = setUp();
    const phases: string[] = [];
    const stop = pages.subscribe(() => phases.push(pages.getSnapshot().phase));
    pages.search({ query: 'x' });
    await last().answer(page(['1']));
    stop();
    pages.search(undefined);
    expect(phases).toEqual(['loading', 'ready']);
  });
});
