import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { ManualClock, ManualScheduler } from '@loggia/testing';
import { describe, expect, it } from 'vitest';
import type { ServerDefinition } from '../../definition.ts';
import { eventually, leaseOf, openRig, scriptedServer, texts, whenever } from '../gateway-rig.testkit.ts';

/** A program called npx that installs until the file `installed` exists, and then runs the server as npm does. */
function viaNpx(
  file: (name: string) => string,
  script: Readonly<Record<string, unknown>> = {},
): ServerDefinition {
  const { transport, ...rest } = scriptedServer(script);
  if (transport.kind !== 'stdio') throw new TypeError('not a process');
  const lines = [
    '#!/bin/sh',
    'echo $$ > "$INSTALL/pid"',
    'echo "npm http fetch GET 200" >&2',
    'while [ ! -e "$INSTALL/installed" ]; do sleep 0.02; done',
    'npm_lifecycle_event=npx exec "$@"',
  ];
  writeFileSync(file('npx'), `${lines.join('\n')}\n`);
  chmodSync(file('npx'), 0o755);
  const env = { INSTALL: file('.') };
  const args = [transport.command, ...transport.args];
  return { ...rest, transport: { ...transport, command: file('npx'), args, env } };
}

function rigged() {
  const clock = new ManualClock();
  const scheduler = new ManualScheduler(clock);
  const rig = openRig({ clock, scheduler, limits: { startMs: 30_000, lingerMs: 5000 } });
  const file = (name: string) => rig.file(name);
  const finish = () => writeFileSync(file('installed'), '');
  const begun = () => eventually(() => existsSync(file('pid')));
  return { rig, scheduler, file, finish, begun };
}

describe('B14: a server that is installed first', () => {
  it('is shown as installing, has all the time for it, and is ready afterwards', async () => {
    const { rig, scheduler, file, finish, begun } = rigged();
    const connection = rig.open(viaNpx(file));
    await whenever(connection, () => connection.installing === 'npx');
    await begun();
    await eventually(() => texts(connection).includes('npm http fetch GET 200'));
    await scheduler.advance(240_000);
    expect([connection.state, connection.installing]).toEqual([{ kind: 'starting' }, 'npx']);
    finish();
    await connection.settled();
    expect([connection.state, connection.installing]).toEqual([{ kind: 'ready' }, undefined]);
    expect(scheduler.pendingTimers).toBe(0);
  });

  it.runIf(process.platform === 'linux')('gets its time to start once its own process is up', async () => {
    const { rig, scheduler, file, finish, begun } = rigged();
    const connection = rig.open(viaNpx(file, { silent: true }));
    await begun();
    finish();
    while (connection.installing !== undefined) {
      await scheduler.advance(2000);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(connection.state.kind).toBe('starting');
    await scheduler.advance(30_000);
    await connection.settled();
    expect(connection.state).toMatchObject({
      kind: 'error',
      error: { message: expect.stringContaining('The server was not ready within 30 seconds.') },
    });
  });

  it('B5: ends with advice where npx does not say why it failed', async () => {
    const { rig, file } = rigged();
    // npm prints nothing of an installation script that fails, and not even that it did.
    const lines = ['#!/bin/sh', 'echo "npm warn Unknown user config" >&2', 'exit 1'];
    writeFileSync(file('npx'), `${lines.join('\n')}\n`);
    chmodSync(file('npx'), 0o755);
    const args = ['-y', '@modelcontextprotocol/server-puppeteer', 'with space'];
    const { transport, ...rest } = scriptedServer({});
    if (transport.kind !== 'stdio') throw new TypeError('not a process');
    const connection = rig.open({ ...rest, transport: { ...transport, command: file('npx'), args } });
    const command = `${file('npx')} --foreground-scripts -y @modelcontextprotocol/server-puppeteer 'with space'`;
    const reason = `The server exited with code 1. npx doesn't say why the installation script of a package fails. Run \`${command}\` in a terminal to see it.`;
    await eventually(() => texts(connection).some((text) => text.includes('exited')));
    expect(texts(connection)).toContain(reason);
  });

  it('can be canceled, and installed again', async () => {
    const { rig, file, finish, begun } = rigged();
    const connection = rig.open(viaNpx(file));
    await begun();
    connection.cancelInstallation();
    await connection.settled();
    expect(connection.state).toMatchObject({
      kind: 'error',
      error: { message: 'The installation was canceled. Start the server to install it again.' },
    });
    expect(connection.installing).toBeUndefined();
    finish();
    connection.restart();
    await connection.settled();
    expect(connection.state.kind).toBe('ready');
  });

  it('is not cut off when everybody has left, only when somebody stops it', async () => {
    const { rig, scheduler, file, begun } = rigged();
    const request = leaseOf(viaNpx(file));
    const lease = rig.gateway.lease(request);
    await begun();
    lease.release();
    await scheduler.advance(60_000);
    expect(lease.connection.installing).toBe('npx');
    const again = rig.gateway.lease(request);
    expect(again.connection).toBe(lease.connection);
    again.release('at once');
    expect(lease.connection.state).toEqual({ kind: 'stopped' });
    await rig.close();
    expect(lease.connection.installing).toBeUndefined();
  });
});
