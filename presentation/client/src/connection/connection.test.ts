import { ClientRig, LinkedTransport } from '@loggia/testing/transport';
import { describe, expect, it } from 'vitest';
import { ClientClosed } from '../errors.ts';
import { TransportRefused, type Transport } from '../transport/transport.ts';
import { closeCodes } from './final-reason.ts';

const hello = { protocolVersion: '1.0.0', serverSeq: 10, snapshots: [] };
const nothingMissed = { type: 'replay', actions: [], missing: [] };

const status = (rig: ClientRig) => rig.client.status.getSnapshot();

describe('the phases of a connection', () => {
  it('A4: idle, connecting, connected, reconnecting, connected, closed', async () => {
    const rig = new ClientRig();
    const phases = [status(rig).phase];
    rig.client.status.subscribe(() => phases.push(status(rig).phase));
    rig.host.answers('initialize', hello).answers('reconnect', nothingMissed);
    const connected = rig.client.connect();
    await rig.settle();
    await connected;
    expect(status(rig)).toEqual({ phase: 'connected', version: '1.0.0', family: '1.0' });
    rig.network.link.cut();
    await rig.pass(250);
    rig.client.close();
    await rig.settle();
    // While reconnecting, first the pause and then the attempt shows.
    expect(phases).toEqual([
      'idle',
      'connecting',
      'connected',
      'reconnecting',
      'reconnecting',
      'connected',
      'closed',
    ]);
    expect(status(rig)).toMatchObject({ phase: 'closed', reason: { why: 'requested' } });
    expect(rig.host.closed).toEqual({ code: 1000, reason: 'Closed.' });
  });

  it('A4: pauses double until an attempt succeeds', async () => {
    const rig = new ClientRig();
    rig.network.refuse(new Error('ECONNREFUSED'));
    void rig.client.connect();
    await rig.settle();
    const pauses: unknown[] = [];
    for (const pause of [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      pauses.push(status(rig));
      await rig.pass(pause - 1);
      const before = rig.network.attempts;
      await rig.pass(1);
      expect(rig.network.attempts).toBe(before + 1);
    }
    expect(pauses[1]).toEqual({ phase: 'connecting', attempt: 3, retryInMs: 500, cause: 'ECONNREFUSED' });
    rig.network.refuse();
    rig.host.answers('initialize', hello);
    await rig.pass(30_000);
    expect(status(rig).phase).toBe('connected');
  });

  it('A4: a connection that lasted starts the pauses anew, one that did not goes on with them', async () => {
    const rig = await new ClientRig().connected();
    const pauses: unknown[] = [];
    for (const lasts of [5000, 10, 10, 5000]) {
      await rig.pass(lasts);
      rig.network.link.cut();
      const now = status(rig);
      const pause = now.phase === 'reconnecting' ? (now.retryInMs ?? 0) : 0;
      pauses.push(pause);
      rig.host.answers('reconnect', nothingMissed);
      await rig.pass(pause);
    }
    expect(pauses).toEqual([250, 500, 1000, 250]);
  });

  it('A4: chance spreads the pauses', async () => {
    const rig = new ClientRig();
    rig.environment.chance = 0;
    rig.network.refuse(new Error('no'));
    void rig.client.connect();
    await rig.settle();
    expect(status(rig)).toMatchObject({ retryInMs: 188 });
  });

  it('A4: a pause can be cut short', async () => {
    const rig = new ClientRig();
    rig.network.refuse(new Error('no'));
    void rig.client.connect();
    await rig.settle();
    rig.network.refuse();
    rig.host.answers('initialize', hello);
    rig.client.retryNow();
    await rig.settle();
    expect(status(rig).phase).toBe('connected');
    rig.client.retryNow();
    await rig.pass(1000);
    expect(rig.network.attempts).toBe(2);
  });

  it('A4: gives up after as many attempts as it was told', async () => {
    const rig = new ClientRig({ backOff: { attempts: 2 } });
    rig.network.refuse(new Error('ECONNREFUSED'));
    const connected = rig.client.connect();
    await rig.settle();
    await rig.pass(250);
    await expect(connected).rejects.toThrow(ClientClosed);
    expect(status(rig)).toEqual({
      phase: 'closed',
      reason: { why: 'unreachable', message: 'The host could not be reached: ECONNREFUSED' },
    });
    await rig.pass(100_000);
    expect(rig.network.attempts).toBe(2);
  });

  /** A network in which nobody answers, not even with a no. */
  function unanswered(): { rig: ClientRig; isGivenUp: () => (boolean | undefined)[] } {
    const signals: (AbortSignal | undefined)[] = [];
    const rig = new ClientRig({
      connect: (signal) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    return { rig, isGivenUp: () => signals.map((signal) => signal?.aborted) };
  }

  it('A4: an attempt that nobody answers can be given up for another, which counts as the same', async () => {
    const { rig, isGivenUp } = unanswered();
    void rig.client.connect();
    await rig.pass(100);
    const before = status(rig);
    rig.client.retryNow();
    await rig.settle();
    expect(isGivenUp()).toEqual([true, false]);
    expect(status(rig)).toEqual(before);
    await rig.pass(14_999);
    expect(isGivenUp()).toEqual([true, false]);
    rig.client.close();
    expect(isGivenUp()).toEqual([true, true]);
  });

  it('L5: opening a transport may not take for ever, and the next attempt finds the way clear', async () => {
    const { rig, isGivenUp } = unanswered();
    void rig.client.connect();
    await rig.pass(14_999);
    expect(isGivenUp()).toEqual([false]);
    await rig.pass(1);
    expect(isGivenUp()).toEqual([true]);
    expect(status(rig)).toMatchObject({ phase: 'connecting', attempt: 2, retryInMs: 250 });
    await rig.pass(250);
    expect(isGivenUp()).toEqual([true, false]);
  });

  it('L5: who closes the client does not leave a transport half open', async () => {
    const { rig, isGivenUp } = unanswered();
    const connected = rig.client.connect();
    rig.client.close();
    await expect(connected).rejects.toThrow(ClientClosed);
    await rig.settle();
    expect(isGivenUp()).toEqual([true]);
    expect(rig.environment.scheduler.pendingTimers).toBe(0);
  });

  it('L5: a transport that comes too late is closed', async () => {
    const late = new LinkedTransport();
    let open = (_transport: Transport): void => {};
    const rig = new ClientRig({
      connect: () =>
        new Promise((resolve) => {
          open = resolve;
        }),
    });
    void rig.client.connect();
    await rig.pass(15_000);
    const closes: unknown[] = [];
    late.host.onClose((close) => closes.push(close));
    open(late.client);
    await rig.settle();
    late.flushAll();
    expect(closes).toEqual([{ code: 1000, reason: 'No longer needed.' }]);
  });

  it('L5: a host that does not answer the handshake is tried again', async () => {
    const rig = new ClientRig();
    rig.host.hears('initialize').answers('initialize', hello);
    void rig.client.connect();
    await rig.settle();
    await rig.pass(30_000);
    expect(rig.host.closed).toMatchObject({ code: 1000 });
    await rig.pass(250);
    expect(status(rig).phase).toBe('connected');
  });

  it('closes at once, also in the middle of a handshake', async () => {
    const rig = new ClientRig();
    rig.host.hears('initialize');
    const connected = rig.client.connect();
    await rig.settle();
    rig.client.close();
    await rig.settle();
    await expect(connected).rejects.toThrow(ClientClosed);
    expect(rig.host.closed).toEqual({ code: 1000, reason: 'Closed.' });
    await rig.pass(100_000);
    expect(rig.network.attempts).toBe(1);
    expect(rig.environment.scheduler.pendingTimers).toBe(0);
  });

  it('leaves no timer behind', async () => {
    const rig = await new ClientRig().connected();
    rig.client.close();
    expect(rig.environment.scheduler.pendingTimers).toBe(0);
  });
});

describe('a host that wants no more of this client', () => {
  it('A4: superseded once, it returns: that may have been a late attempt of its own; twice, it stops', async () => {
    const rig = await new ClientRig().connected();
    rig.host.answers('reconnect', { type: 'replay', actions: [], missing: [] });
    rig.host.close(closeCodes.superseded, 'Taken.');
    await rig.settle();
    expect(status(rig)).toMatchObject({ phase: 'reconnecting', retryInMs: 250 });
    await rig.pass(250);
    expect(status(rig)).toMatchObject({ phase: 'connected' });
    rig.host.close(closeCodes.superseded, 'Taken.');
    await rig.settle();
    expect(status(rig)).toEqual({ phase: 'closed', reason: { why: 'superseded', message: 'Taken.' } });
  });

  it('A4: it returns once more for each attempt that it gave up, because those may arrive late', async () => {
    const rig = await new ClientRig({ requestTimeoutMs: 1_000 }).connected();
    const replay = { type: 'replay', actions: [], missing: [] };
    rig.network.link.cut();
    rig.host.hears('reconnect').answers('reconnect', replay);
    for (const ms of [250, 1_000, 500]) await rig.pass(ms);
    expect(status(rig).phase).toBe('connected');
    for (const phase of ['connected', 'connected', 'closed']) {
      if (phase === 'connected') rig.host.answers('reconnect', replay);
      rig.host.close(closeCodes.superseded, 'Taken.');
      await rig.settle();
      for (let times = 0; times < 4; times++) await rig.pass(900);
      expect(status(rig).phase).toBe(phase);
    }
  });

  it('A4: superseded again after it has lasted, it returns again', async () => {
    const rig = await new ClientRig().connected();
    for (let times = 0; times < 3; times++) {
      rig.host.answers('reconnect', { type: 'replay', actions: [], missing: [] });
      rig.host.close(closeCodes.superseded, 'Taken.');
      await rig.settle();
      await rig.pass(250);
      expect(status(rig)).toMatchObject({ phase: 'connected' });
      await rig.pass(5_000);
    }
  });

  it.each([['unauthorized', closeCodes.unauthorized]] as const)(
    'A4: %s: the client stops and says why',
    async (why, code) => {
      const rig = await new ClientRig().connected();
      rig.host.close(code, 'Because.');
      await rig.settle();
      expect(status(rig)).toEqual({ phase: 'closed', reason: { why, message: 'Because.' } });
      await rig.pass(100_000);
      expect(rig.network.attempts).toBe(1);
      await expect(rig.client.request('ping', { channel: 'ahp-root://' })).rejects.toThrow('Because.');
      await expect(rig.client.connect()).rejects.toThrow('Because.');
    },
  );

  it('A1: no version in common', async () => {
    const rig = new ClientRig();
    const data = { supportedVersions: ['2.0.0'] };
    rig.host.fails('initialize', { code: -32005, message: 'Too old.', data });
    const connected = rig.client.connect();
    await rig.settle();
    await expect(connected).rejects.toThrow('Too old.');
    expect(status(rig)).toEqual({
      phase: 'closed',
      reason: { why: 'unsupportedVersion', message: 'Too old.', supportedVersions: ['2.0.0'] },
    });
  });

  it('A1: a version that nobody offered', async () => {
    const rig = await new ClientRig().connected({ protocolVersion: '2.0.0' });
    expect(status(rig)).toMatchObject({ phase: 'closed', reason: { why: 'unsupportedVersion' } });
  });

  it('A4: a transport that is refused', async () => {
    const rig = new ClientRig();
    rig.network.refuse(new TransportRefused('unauthorized', 'Bad token.'));
    await expect(rig.client.connect()).rejects.toThrow('Bad token.');
    expect(rig.network.attempts).toBe(1);
  });
});

describe('signs of life', () => {
  it('A4: silence ends the connection, and the next one takes over', async () => {
    const rig = await new ClientRig().connected();
    rig.host.answers('ping', null).hears('ping');
    await rig.pass(30_000);
    await rig.pass(30_000);
    expect(status(rig).phase).toBe('connected');
    await rig.pass(10_000);
    expect(status(rig)).toMatchObject({
      phase: 'reconnecting',
      cause: expect.stringContaining('stopped responding'),
    });
    rig.host.answers('reconnect', nothingMissed);
    await rig.pass(250);
    expect(status(rig).phase).toBe('connected');
  });

  it('an error is a sign of life, too', async () => {
    const rig = await new ClientRig().connected();
    rig.host.fails('ping', { code: -32601, message: 'What?' }).answers('ping', null);
    await rig.pass(30_000);
    await rig.pass(30_000);
    expect(status(rig).phase).toBe('connected');
    expect(rig.host.expected).toEqual([]);
  });
});
