import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMessage } from './read-message.ts';

const read = (message: object) => readMessage(JSON.stringify({ jsonrpc: '2.0', ...message }));

describe('a frame', () => {
  it('A1: is one of four kinds', () => {
    expect(read({ id: 'h1', method: 'm', params: { a: 1 } })).toEqual({
      kind: 'request',
      id: 'h1',
      method: 'm',
      params: { a: 1 },
    });
    expect(read({ method: 'm' })).toEqual({ kind: 'notification', method: 'm', params: {} });
    expect(read({ id: 1, result: null })).toEqual({ kind: 'success', id: 1, result: null });
    const error = { code: -1, message: 'no' };
    expect(read({ id: 1, error })).toEqual({ kind: 'failure', id: 1, error });
    expect(read({ id: null, error })).toEqual({ kind: 'failure', id: undefined, error });
  });

  it.each([
    'not json',
    '7',
    'null',
    '[]',
    '{"method":"m"}',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":"1","result":1}',
    '{"jsonrpc":"2.0","id":true,"method":"m"}',
    '{"jsonrpc":"2.0","method":1}',
    '{"jsonrpc":"2.0","method":"m","params":[]}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":"x"}}',
    '{"jsonrpc":"2.0","id":"1","error":{"code":1,"message":""}}',
  ])('L5: %s is malformed', (text) => {
    expect(readMessage(text)).toEqual({ kind: 'malformed', why: expect.any(String) });
  });

  it('L5: never throws, whatever it is', () => {
    const kinds = ['request', 'notification', 'success', 'failure', 'malformed'];
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(kinds).toContain(readMessage(text).kind);
      }),
    );
  });
});
