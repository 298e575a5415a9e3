import { describe, expect, it } from 'vitest';
import { LinkedNetwork } from './linked-transport-network.ts';
import { LinkedTransport } from './linked-transport.ts';

function listening(link: LinkedTransport): { client: unknown[]; host: unknown[] } {
  const heard: { client: unknown[]; host: unknown[] } = { client: [], host: [] };
  for (const end of ['client', 'host'] as const) {
    link[end].onMessage((text) => heard[end].push(text));
    link[end].onClose((close) => heard[end].push(close));
  }
  return heard;
}

describe('a linked transport', () => {
  it('delivers nothing until it is flushed, and then in order', () => {
    const link = new LinkedTransport();
    const heard = listening(link);
    link.client.send('a');
    link.client.send('b');
    link.host.send('c');
    expect(heard).toEqual({ client: [], host: [] });
    expect(link.toHost.queued).toEqual(['a', 'b']);
    expect(link.flushOne('host')).toBe(true);
    expect(heard).toEqual({ client: [], host: ['a'] });
    expect(link.flushAll()).toBe(2);
    expect(heard).toEqual({ client: ['c'], host: ['a', 'b'] });
    expect(link.flushOne()).toBe(false);
  });

  it('leaves what a round brings about to the next round', () => {
    const link = new LinkedTransport();
    const heard: string[] = [];
    link.client.onMessage((text) => heard.push(text));
    link.host.onMessage((text) => link.host.send(`${text}!`));
    link.client.send('a');
    expect(link.flushAll('host')).toBe(1);
    expect(heard).toEqual([]);
    expect(link.flushAll('client')).toBe(1);
    expect(heard).toEqual(['a!']);
  });

  it('keeps messages for an end that does not listen yet', () => {
    const link = new LinkedTransport();
    link.client.send('early');
    link.flushAll();
    expect(listening(link).host).toEqual(['early']);
  });

  it('can delay and drop in one direction', () => {
    const link = new LinkedTransport();
    const heard = listening(link);
    link.client.send('a');
    link.client.send('b');
    link.toHost.delay(2);
    expect(link.flushAll('host')).toBe(0);
    expect(link.flushOne('host')).toBe(false);
    expect(link.toHost.drop()).toBe('a');
    expect(link.flushOne('host')).toBe(true);
    expect(heard.host).toEqual(['b']);
  });

  it('shows both ends a close, behind what was sent before it', () => {
    const link = new LinkedTransport();
    const heard = listening(link);
    link.host.send('last words');
    link.host.close(4001, 'enough');
    link.host.send('too late');
    link.flushAll('client');
    const close = { code: 4001, reason: 'enough' };
    expect(heard).toEqual({ client: ['last words', close], host: [close] });
    expect(link.isOpen).toBe(false);
  });

  it('loses what is under way when it is cut', () => {
    const link = new LinkedTransport();
    const heard = listening(link);
    link.client.send('lost');
    link.cut();
    link.client.send('also lost');
    link.flushAll();
    const close = { code: 1006, reason: '' };
    expect(heard).toEqual({ client: [close], host: [close] });
  });
});

describe('a linked network', () => {
  it('makes a link for each connection, or refuses', async () => {
    const accepted: unknown[] = [];
    const network = new LinkedNetwork((host) => accepted.push(host));
    await network.connect();
    await network.connect();
    expect(accepted).toEqual(network.links.map((link) => link.host));
    network.refuse(new Error('no'));
    await expect(network.connect()).rejects.toThrow('no');
    expect(network.attempts).toBe(3);
  });
});
