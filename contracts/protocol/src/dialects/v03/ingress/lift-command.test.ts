import { describe, expect, test } from 'vitest';
import { ProtocolError } from '../../../errors.ts';
import { liftCommand } from './lift-command.ts';

const noChat = () => undefined;

describe('a request of a 0.3 client', () => {
  test.each([
    'initialize',
    'reconnect',
    'subscribe',
    'disposeSession',
    'listSessions',
    'resolveSessionConfig',
    'authenticate',
    'resourceRead',
    'resourceWrite',
    'createResourceWatch',
  ])('A1: %s is asked in the same words', (method) => {
    const params = { channel: 'ahp-root://', anything: 1 };
    expect(liftCommand(method, params, noChat)).toEqual({ kind: 'same', method, params });
  });

  test.each(['createChat', 'disposeChat', 'moveChat', 'nothing'])('A1: it does not know %s', (method) => {
    expect(() => liftCommand(method, { channel: 'ahp-session:/s' }, noChat)).toThrow(ProtocolError);
  });

  test('A1: a session is created with its client, and a model named as in 0.1', () => {
    const activeClient = {
      clientId: 'one',
      tools: [],
      customizations: [{ uri: 'https://p.example', displayName: 'P' }],
    };
    const params = { channel: 'ahp-session:/n', model: 'm', config: { color: 'red' }, activeClient };
    expect(liftCommand('createSession', params, noChat)).toEqual({
      kind: 'createSession',
      params: {
        channel: 'ahp-session:/n',
        config: { color: 'red' },
        activeClient: {
          clientId: 'one',
          tools: [],
          customizations: [{ id: 'https://p.example', uri: 'https://p.example', name: 'P' }],
        },
      },
      sticky: { model: { id: 'm' } },
      fork: undefined,
    });
  });

  test('A1: a terminal of a session is claimed for the chat that is shown', () => {
    const claimFor = (claim: object) =>
      liftCommand('createTerminal', { channel: 'ahp-terminal:/t', claim }, () => 'ahp-chat:/c');
    const claim = { kind: 'session', session: 'ahp-session:/n' };
    expect(claimFor(claim)).toMatchObject({ params: { claim: { ...claim, chat: 'ahp-chat:/c' } } });
    const client = { kind: 'client', clientId: 'c' };
    expect(claimFor(client)).toMatchObject({ params: { claim: client } });
  });

  test('A1: bad parameters are named', () => {
    const create = () =>
      liftCommand('createSession', { channel: 'ahp-session:/n', fork: { session: 'x' } }, noChat);
    expect(create).toThrow(/Missing parameter "fork.turnId"/);
    expect(() => liftCommand('fetchTurns', { channel: 'ahp-session:/n', limit: 0 }, noChat)).toThrow(
      /"limit"/,
    );
    expect(() => liftCommand('completions', { channel: 'ahp-session:/n' }, noChat)).toThrow(
      /no conversation/,
    );
  });
});
