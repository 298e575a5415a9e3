import { describe, expect, it } from 'vitest';
import { TransportRefused, type Transport } from './transport.ts';
import { webSocketTransport } from './web-socket-transport.ts';

/** The part of WebSocket that the tests need; `ws` and browsers don't differ in it. */
class FakeSocket extends EventTarget {
  static last: FakeSocket;
  readonly url: string;
  readonly protocols: readonly string[] | undefined;
  readonly sent: string[] = [];
  closedWith: unknown[] | undefined;

  constructor(url: string, protocols?: readonly string[]) {
    super();
    this.url = url;
    this.protocols = protocols;
    FakeSocket.last = this;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(...how: unknown[]): void {
    this.closedWith = how;
  }

  emit(type: string, fields: object = {}): void {
    this.dispatchEvent(Object.assign(new Event(type), fields));
  }
}

const WebSocket = FakeSocket as unknown as NonNullable<
  Parameters<typeof webSocketTransport>[1]
>['WebSocket'] & {};

async function opened(url = 'ws://host/ahp', token?: string | (() => Promise<string>)): Promise<Transport> {
  const connecting = webSocketTransport(url, { WebSocket, ...(token !== undefined && { token }) })();
  await new Promise((resolve) => setImmediate(resolve));
  FakeSocket.last.emit('open');
  return connecting;
}

describe('a transport over WebSocket', () => {
  it('A1: carries text both ways, and keeps what comes before anybody listens', async () => {
    const transport = await opened();
    const heard: string[] = [];
    FakeSocket.last.emit('message', { data: 'early' });
    transport.onMessage((text) => heard.push(text));
    FakeSocket.last.emit('message', { data: 'later' });
    FakeSocket.last.emit('message', { data: new ArrayBuffer(1) });
    transport.send('out');
    expect(heard).toEqual(['early', 'later', '[object ArrayBuffer]']);
    expect(FakeSocket.last.sent).toEqual(['out']);
  });

  it('says once why it ended, also to a listener that comes later', async () => {
    const transport = await opened();
    const heard: unknown[] = [];
    FakeSocket.last.emit('close', { code: 4409, reason: 'Taken over.' });
    transport.onClose((close) => heard.push(close));
    transport.send('too late');
    transport.close();
    expect(heard).toEqual([{ code: 4409, reason: 'Taken over.' }]);
    expect(FakeSocket.last.sent).toEqual([]);
    expect(FakeSocket.last.closedWith).toBeUndefined();
  });

  it('closes with a code and a reason', async () => {
    const transport = await opened();
    transport.close(4000, 'Silent.');
    expect(FakeSocket.last.closedWith).toEqual([4000, 'Silent.']);
  });

  it('SE9: brings the token as a subprotocol, asked for anew each time, and never in the address', async () => {
    await opened('ws://host/ahp?a=1', 'x-y');
    expect(FakeSocket.last).toMatchObject({ url: 'ws://host/ahp?a=1', protocols: ['ahp', 'bearer.x-y'] });
    await opened('ws://host/ahp', async () => 'fresh');
    expect(FakeSocket.last).toMatchObject({ url: 'ws://host/ahp', protocols: ['ahp', 'bearer.fresh'] });
    await opened('ws://host/ahp');
    expect(FakeSocket.last).toMatchObject({ url: 'ws://host/ahp', protocols: undefined });
  });

  it('SE9: takes a new ticket to each connection', async () => {
    let issued = 0;
    const connect = webSocketTransport('ws://host/ahp?a=1', {
      WebSocket,
      ticket: async () => `t${(issued += 1)}`,
    });
    for (const url of ['ws://host/ahp?a=1&ticket=t1', 'ws://host/ahp?a=1&ticket=t2']) {
      const connecting = connect();
      await new Promise((resolve) => setImmediate(resolve));
      FakeSocket.last.emit('open');
      await connecting;
      expect(FakeSocket.last).toMatchObject({ url, protocols: undefined });
    }
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'refused'],
  ])('A4: a refusal with %i is final where the platform tells', async (status, why) => {
    const connecting = webSocketTransport('ws://host', { WebSocket })();
    FakeSocket.last.emit('error', { message: `Unexpected server response: ${status}` });
    FakeSocket.last.emit('close', { code: 1006, reason: '' });
    const error = await connecting.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TransportRefused);
    expect(error).toMatchObject({ why });
  });

  it('A4: any other failure can be tried again', async () => {
    const connecting = webSocketTransport('ws://host', { WebSocket })();
    FakeSocket.last.emit('error', {});
    FakeSocket.last.emit('close', { code: 1006, reason: '' });
    await expect(connecting).rejects.toThrow('The host could not be reached (1006).');
  });

  it('L5: one that nobody waits for any more is closed; one that is open is left alone', async () => {
    const waiting = new AbortController();
    const connecting = webSocketTransport('ws://host', { WebSocket })(waiting.signal);
    await new Promise((resolve) => setImmediate(resolve));
    waiting.abort();
    expect(FakeSocket.last.closedWith).toEqual([]);
    FakeSocket.last.emit('close', { code: 1006, reason: '' });
    await expect(connecting).rejects.toThrow('could not be reached');

    const wanted = new AbortController();
    const opening = webSocketTransport('ws://host', { WebSocket })(wanted.signal);
    await new Promise((resolve) => setImmediate(resolve));
    FakeSocket.last.emit('open');
    await opening;
    wanted.abort();
    expect(FakeSocket.last.closedWith).toBeUndefined();
  });

  it('L5: asks for nothing once nobody waits any more', async () => {
    const waiting = new AbortController();
    const before = FakeSocket.last;
    const token = async (): Promise<string> => {
      waiting.abort();
      return 'late';
    };
    await expect(webSocketTransport('ws://host', { WebSocket, token })(waiting.signal)).rejects.toThrow(
      'aborted',
    );
    expect(FakeSocket.last).toBe(before);
  });

  it.skipIf('WebSocket' in globalThis)('L5: says what to do on a platform without WebSocket', () => {
    expect(() => webSocketTransport('ws://host')).toThrow('Pass one');
  });
});
