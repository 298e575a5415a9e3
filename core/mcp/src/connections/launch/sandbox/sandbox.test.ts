import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  existsSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServerSandbox } from '../../../definition.ts';
import { eventually, isAlive } from '../../gateway-rig.testkit.ts';
import { Launcher, type LaunchedServer } from '../launcher.ts';
import { Bubblewrap } from './bubblewrap.ts';

/** Each starts several processes, possibly on a busy machine. */
const patiently = { timeout: 30_000 };
const sandboxing = await new Bubblewrap().sandboxing();

/** A data directory with secrets, folders beside it, and a launcher configured with both. */
class Rig {
  readonly root = realpathSync(mkdtempSync(path.join(tmpdir(), 'loggia-sandbox-')));
  readonly data = this.#folder('home/.local/share/loggia');
  readonly granted = this.#folder('granted');
  readonly other = this.#folder('home/.ssh');
  readonly launcher = new Launcher({
    sandbox: {
      dataDirectory: this.data,
      shared: [path.join(this.data, 'workspace')],
      homes: path.join(this.data, 'server-homes'),
    },
    report: () => {},
  });

  constructor() {
    writeFileSync(path.join(this.data, 'token'), 'the token');
    writeFileSync(path.join(this.data, 'loggia.db'), 'the database');
    writeFileSync(path.join(this.other, 'id_ed25519'), 'the key');
    writeFileSync(path.join(this.granted, 'note'), 'a note');
    this.#folder('home/.local/share/loggia/workspace');
    onTestFinished(() => {
      this.launcher.stop();
      rmSync(this.root, { recursive: true, force: true });
    });
  }

  #folder(name: string): string {
    const folder = path.join(this.root, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  launch(script: string, sandbox: Partial<ServerSandbox> = {}, workspace?: string): Promise<LaunchedServer> {
    return this.launcher.launch(
      {
        kind: 'stdio',
        command: process.execPath,
        args: ['-e', script],
        env: { ROOT: this.root, HOST: String(process.pid) },
        sandbox: { folders: [], workspace: false, network: 'none', ...sandbox },
      },
      workspace,
    );
  }

  /** The script's JSON output, or why it doesn't run. */
  async run(script: string, sandbox: Partial<ServerSandbox> = {}, workspace?: string): Promise<unknown> {
    let launched: LaunchedServer;
    try {
      launched = await this.launch(script, sandbox, workspace);
    } catch (error) {
      return (error as Error).message;
    }
    const [said, complaints] = await Promise.all([
      text(launched.process.stdout),
      text(launched.process.stderr),
    ]);
    await launched.end(1000);
    return said === '' ? complaints : JSON.parse(said);
  }
}

/** Without sandbox support, the expected result is the error: nothing runs without the sandbox it asked for. */
function inSandbox(said: unknown): unknown {
  return sandboxing.available ? said : `${sandboxing.problem} ${sandboxing.advice}`;
}

/** Tries each, and reports which worked. */
const attempts = (tries: Readonly<Record<string, string>>) => `
const fs = require('node:fs');
const { ROOT, HOST } = process.env;
const result = {};
(async () => {
${Object.entries(tries)
  .map(
    ([name, code]) =>
      `try { result[${JSON.stringify(name)}] = await (async () => { ${code} })(); } catch { result[${JSON.stringify(name)}] = 'failed'; }`,
  )
  .join('\n')}
  process.stdout.write(JSON.stringify(result));
  process.exit(0);
})();`;

const failed = (tries: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.keys(tries).map((name) => [name, 'failed']));

describe('what a sandboxed server reaches', () => {
  it(
    'SE14: neither the data directory, nor keys, nor other processes, nor a way around',
    patiently,
    async () => {
      const rig = new Rig();
      const tries = {
        token: `return fs.readFileSync(ROOT + '/home/.local/share/loggia/token', 'utf8')`,
        database: `return fs.readFileSync(ROOT + '/home/.local/share/loggia/loggia.db', 'utf8')`,
        homes: `return fs.readdirSync(ROOT + '/home/.local/share/loggia/server-homes')`,
        keys: `return fs.readdirSync(ROOT + '/home/.ssh')`,
        rootOfFirstProcess: `return fs.readFileSync('/proc/1/root' + ROOT + '/home/.ssh/id_ed25519', 'utf8')`,
        workingDirectoryOfFirstProcess: `return fs.readdirSync('/proc/1/cwd' + ROOT)`,
        upwards: `process.chdir('/'); return fs.readdirSync('../../../..' + ROOT)`,
        environmentOfHost: `return fs.readFileSync('/proc/' + HOST + '/environ', 'utf8')`,
        memoryOfHost: `return fs.openSync('/proc/' + HOST + '/mem', 'r')`,
        signalToHost: `process.kill(Number(HOST), 0); return 'sent'`,
        disk: `return fs.readdirSync('/dev').filter((name) => /^(sd|vd|nvme|dm|loop|mem|kmsg)/.test(name)).length || Promise.reject()`,
        shadow: `return fs.readFileSync('/etc/shadow', 'utf8')`,
        privateKeys: `return fs.readdirSync('/etc/ssl/private')`,
        sockets: `return fs.readdirSync('/run/user')`,
        writeUsr: `fs.writeFileSync('/usr/loggia-was-here', ''); return 'written'`,
        writeEtc: `fs.writeFileSync('/etc/loggia-was-here', ''); return fs.existsSync('/etc/passwd') && fs.writeFileSync('/etc/passwd', '') || 'written'`,
        // Opened, never written: these belong to the whole machine.
        coreDumps: `return fs.openSync('/proc/sys/kernel/core_pattern', 'r+')`,
        restart: `return fs.openSync('/proc/sysrq-trigger', 'w')`,
        interrupts: `return fs.openSync('/proc/irq/default_smp_affinity', 'r+')`,
        memory: `return fs.readSync(fs.openSync('/proc/kcore', 'r'), Buffer.alloc(8)) || Promise.reject()`,
        keyring: `return fs.readFileSync('/proc/keys', 'utf8') || Promise.reject()`,
        remount: `require('node:child_process').execFileSync('mount', ['-o', 'remount,rw', '/usr'], { stdio: 'ignore' }); return 'remounted'`,
        users: `require('node:child_process').execFileSync('unshare', ['-Ur', 'true'], { stdio: 'ignore' }); return 'users'`,
        descriptors: `return fs.readdirSync('/proc/self/fd').some((fd) => { try { return fs.readlinkSync('/proc/self/fd/' + fd).startsWith(ROOT) } catch { return false } }) || Promise.reject()`,
      };
      expect(await rig.run(attempts(tries), {})).toEqual(inSandbox(failed(tries)));
    },
  );

  it(
    'SE14: sees no process but its own, is nobody with privileges, and gets no more of them',
    patiently,
    async () => {
      const rig = new Rig();
      const script = attempts({
        processes: `return fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length < 5`,
        privileges: `return /CapEff:\\s*0+$/m.test(fs.readFileSync('/proc/self/status', 'utf8')) && /NoNewPrivs:\\s*1/.test(fs.readFileSync('/proc/self/status', 'utf8'))`,
        home: `fs.writeFileSync(process.env.HOME + '/own', ''); return process.env.HOME`,
        temporary: `return fs.readdirSync('/tmp')`,
      });
      expect(await rig.run(script, {})).toEqual(
        inSandbox({ processes: true, privileges: true, home: '/sandbox', temporary: [] }),
      );
    },
  );

  it(
    'SE14: without a network, not even this machine; abstract sockets are part of it',
    patiently,
    async () => {
      const rig = new Rig();
      const reached: string[] = [];
      const listening = await Promise.all(
        [{ port: 0, host: '127.0.0.1' }, { path: `\0loggia-${process.pid}` }].map(async (where) => {
          const server = createServer((socket) => {
            reached.push(JSON.stringify(where));
            socket.on('error', () => {});
            socket.end('hello');
          }).listen(where);
          onTestFinished(() => void server.close());
          await once(server, 'listening');
          return server;
        }),
      );
      const { port } = listening[0]!.address() as AddressInfo;
      const connect = (to: string) =>
        `const socket = require('node:net').connect(${to}); await require('node:events').once(socket, 'connect'); return 'connected'`;
      const tries = {
        host: connect(`{ port: ${port}, host: '127.0.0.1' }`),
        abstract: connect(`{ path: '\\0loggia-${process.pid}' }`),
        outside: `return Object.keys(require('node:os').networkInterfaces()).filter((name) => name !== 'lo').length || Promise.reject()`,
      };
      expect(await rig.run(attempts(tries), {})).toEqual(inSandbox(failed(tries)));
      expect(reached).toEqual([]);
      expect(await rig.run(attempts({ host: tries.host }), { network: 'host' })).toEqual(
        inSandbox({ host: 'connected' }),
      );
    },
  );

  it('SE14: reads and writes the folders that it was given, as it was given them', patiently, async () => {
    const rig = new Rig();
    const tries = {
      read: `return fs.readFileSync(ROOT + '/granted/note', 'utf8')`,
      write: `fs.writeFileSync(ROOT + '/granted/written', 'by the server'); return 'written'`,
    };
    const folders = (access: 'read' | 'write') => ({ folders: [{ path: rig.granted, access }] });
    expect(await rig.run(attempts(tries), folders('read'))).toEqual(
      inSandbox({ read: 'a note', write: 'failed' }),
    );
    expect(await rig.run(attempts(tries), folders('write'))).toEqual(
      inSandbox({ read: 'a note', write: 'written' }),
    );
    expect(existsSync(path.join(rig.granted, 'written'))).toBe(sandboxing.available);
  });

  it(
    'SE14: the working directory of its sessions is one of them unless it says otherwise',
    patiently,
    async () => {
      const rig = new Rig();
      const workspace = new URL(`file://${rig.granted}`).href;
      const tries = { read: `return fs.readFileSync(ROOT + '/granted/note', 'utf8')` };
      expect(await rig.run(attempts(tries), { workspace: true }, workspace)).toEqual(
        inSandbox({ read: 'a note' }),
      );
      expect(await rig.run(attempts(tries), { workspace: false }, workspace)).toEqual(
        inSandbox(failed(tries)),
      );
    },
  );

  it(
    'SE14: a folder around the data directory shows all but that, and what is shared of it',
    patiently,
    async () => {
      const rig = new Rig();
      writeFileSync(path.join(rig.data, 'workspace/shared'), 'for everybody');
      const folders = [
        { path: path.join(rig.root, 'home'), access: 'write' as const },
        { path: path.join(rig.data, 'workspace'), access: 'read' as const },
      ];
      const script = attempts({
        key: `return fs.readFileSync(ROOT + '/home/.ssh/id_ed25519', 'utf8')`,
        data: `return fs.readdirSync(ROOT + '/home/.local/share/loggia')`,
        shared: `return fs.readFileSync(ROOT + '/home/.local/share/loggia/workspace/shared', 'utf8')`,
        token: `return fs.readFileSync(ROOT + '/home/.local/share/loggia/token', 'utf8')`,
      });
      expect(await rig.run(script, { folders })).toEqual(
        inSandbox({ key: 'the key', data: ['workspace'], shared: 'for everybody', token: 'failed' }),
      );
    },
  );

  it.each([
    ['the data directory', (rig: Rig) => rig.data],
    ['a folder in it', (rig: Rig) => path.join(rig.data, 'server-homes')],
    ['a link to it', (rig: Rig) => path.join(rig.root, 'link')],
    ['the root of the disk', () => '/'],
    ['the processes of the system', () => '/proc'],
    ['a folder that is not there', (rig: Rig) => path.join(rig.root, 'missing')],
    ['a file', (rig: Rig) => path.join(rig.granted, 'note')],
  ])('SE14: does not start with %s among its folders', patiently, async (_, folder) => {
    const rig = new Rig();
    mkdirSync(path.join(rig.data, 'server-homes'), { recursive: true });
    symlinkSync(rig.data, path.join(rig.root, 'link'));
    const launching = rig.launch('', { folders: [{ path: folder(rig), access: 'read' }] });
    await expect(launching).rejects.toThrow(
      sandboxing.available ? /^(The sandbox can't include|There is no folder) / : sandboxing.problem,
    );
  });

  it('SE14: a folder keeps the name that it was granted under', patiently, async () => {
    const rig = new Rig();
    symlinkSync(rig.granted, path.join(rig.root, 'alias'));
    const script = attempts({ read: `return fs.readFileSync(ROOT + '/alias/note', 'utf8')` });
    const folders = [{ path: path.join(rig.root, 'alias'), access: 'read' as const }];
    expect(await rig.run(script, { folders })).toEqual(inSandbox({ read: 'a note' }));
  });

  it('SE14: keeps its home over a restart, and shares it with no other definition', patiently, async () => {
    const rig = new Rig();
    const script = attempts({
      seen: `const file = process.env.HOME + '/seen'; const seen = fs.existsSync(file); fs.writeFileSync(file, ''); return seen`,
    });
    expect(await rig.run(script, {})).toEqual(inSandbox({ seen: false }));
    expect(await rig.run(script, {})).toEqual(inSandbox({ seen: true }));
    expect(await rig.run(script, { network: 'host' })).toEqual(inSandbox({ seen: false }));
  });
});

it(
  'SE13 SE14: nothing outlives a sandboxed server that is killed, whatever it did to get away',
  patiently,
  async () => {
    const rig = new Rig();
    const seconds = String(900_000 + process.pid);
    const stay = `sleep ${seconds} & setsid sleep ${seconds} & (setsid env -i sleep ${seconds} &) ; echo started`;
    const script = `require('node:child_process').spawn('sh', ['-c', ${JSON.stringify(stay)}], { stdio: 'inherit' }); setInterval(() => {}, 1000)`;
    const running = (): number[] =>
      execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line.trim().endsWith(` sleep ${seconds}`))
        .map((line) => Number.parseInt(line, 10));
    const launched = await rig.launch(script).catch((error: Error) => error.message);
    expect(typeof launched === 'string' ? launched : '').toBe(sandboxing.available ? '' : inSandbox(''));
    if (typeof launched === 'string') return;
    await eventually(() => running().length === 3);
    const pids = running();
    launched.process.kill('SIGKILL');
    await eventually(() => !pids.some(isAlive));
  },
);
