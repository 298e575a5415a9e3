import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, lanName, noBrowser, Product } from './src/browser.ts';
import { DataDirectory } from './src/process/host-process.ts';
import { AttackScene, expectUnharmed, patience } from './src/views/attack-scene.ts';
import { leaving, telling } from './src/views/attacks.ts';
import { tellingOddly } from './src/views/more-attacks.ts';
import { documents, ProbeRig } from './src/views/probe-rig.ts';
import { Probe, probeServer, reached, type Json } from './src/views/probe.ts';

const call = (name: unknown, more: Json = {}): [string, Json] => [
  'tools/call',
  { name, arguments: {}, ...more },
];

/** Requests that no View may make, by name. */
const overstepping: Readonly<Record<string, [string, Json]>> = {
  'a tool for models': call('for-model'),
  'a tool for nobody': call('for-nobody'),
  'a tool of another server': call('only-other'),
  'one by the name that agents know': call('other__only-other'),
  'its own by the name that agents know': call('probe__for-model'),
  'one in capitals': call('FOR-MODEL'),
  'one with a space': call('for-model '),
  'one with a line feed': call('for-model\n'),
  'one with a zero': call('for-model\u0000'),
  'one as a list': call(['for-model']),
  'one as an object': call({ toString: 'for-model' }),
  'one that is inherited': call('__proto__'),
  'one that constructs': call('constructor'),
  'one on another channel': call('for-model', { channel: 'ahp-root://' }),
  'one in the name of a model': call('for-model', { _meta: { 'loggia.view': 'agent', caller: 'model' } }),
  'one as a task': call('for-model', { task: { ttl: 60_000 } }),
  'a file of this machine': ['resources/read', { uri: 'file:///etc/passwd' }],
  'the state of the host': ['resources/read', { uri: 'ahp-root://' }],
  'a page of another server': ['resources/read', { uri: 'ui://elsewhere/secret' }],
  'the commands of the host': ['x-loggia/listWorkspaces', {}],
  'another policy': ['x-loggia/setViewPolicy', { server: 'probe', consent: { message: 'allow' } }],
  'another template': ['x-loggia/decideTemplate', { hash: 'x', decision: 'allowed' }],
  'a sandbox': [
    'x-loggia/openSandbox',
    { server: 'probe', resourceUri: 'ui://probe/plain', shell: 'http://x' },
  ],
  'the audit': ['x-loggia/listAudit', {}],
  'a new session': ['createSession', { provider: 'echo' }],
  'a new chat': ['createChat', { channel: 'ahp-root://' }],
  'a turn': ['dispatchAction', { action: { type: 'chat/turnStarted', message: { text: 'hacked' } } }],
  'a token': ['authenticate', { resource: 'x', token: 'x' }],
  'what is watched': ['subscribe', { channel: 'ahp-root://' }],
  'a handshake': ['initialize', { protocolVersion: '1.0' }],
  'a prompt': ['prompts/get', { name: 'greet' }],
  'a completion': ['completion/complete', { ref: { type: 'ref/prompt', name: 'greet' } }],
  'a question to the user': ['elicitation/create', { message: 'Password?' }],
  'the folders of the user': ['roots/list', {}],
  'an inherited method': ['toString', {}],
  'the prototype': ['__proto__', {}],
};

describe.skipIf(noBrowser !== undefined)(inBrowser('hostile Views that ask for what is not theirs'), () => {
  let rig: ProbeRig;

  beforeAll(async () => {
    rig = await ProbeRig.open('distrusted');
  });
  afterAll(() => rig[Symbol.asyncDispose]());

  describe.each(documents)('with an origin that is $kind', ({ options }) => {
    let scene: AttackScene;
    beforeAll(async () => {
      scene = await AttackScene.open(rig, options);
    });
    afterEach(({ task }) => scene.screen.pictureOfFailure(task));
    afterAll(() => scene.screen.context.close());

    test('C5, E4: no tool, no resource, no command and no message is had beyond its own', async () => {
      const before = { said: scene.chat.messages.length, calls: scene.chat.calls.length };
      const answers: Record<string, unknown> = {};
      for (const [name, [method, params]] of Object.entries(overstepping)) {
        const { result, error } = await scene.attacker.request(method, params);
        const isRefused = error !== undefined || result?.['isError'] === true;
        answers[name] = isRefused && !JSON.stringify(result ?? {}).includes('SECRET');
      }
      expect(answers).toEqual(Object.fromEntries(Object.keys(overstepping).map((name) => [name, true])));
      for (const server of ['probe', 'other']) {
        const { received } = await reached(rig.first, server);
        const called = received
          .filter(({ method }) => method === 'tools/call')
          .map(({ params }) => params['name']);
        const secret = ['for-model', 'for-nobody', 'only-other', 'only-probe'];
        expect(called.filter((name) => secret.includes(String(name)))).toEqual([]);
      }
      expect({ said: scene.chat.messages.length, calls: scene.chat.calls.length }).toEqual(before);
      await expectUnharmed(scene);
    });
  });
});

describe.skipIf(noBrowser !== undefined)(inBrowser('hostile Views that name a host'), () => {
  test('E3: no name is looked up, and nothing is asked of anybody', async () => {
    const logs = new DataDirectory();
    const netLog = path.join(logs.path, 'net.json');
    const name = 'leaked.example';
    const settings = { allowedHosts: [lanName] };
    const product = await Product.start({ probe: probeServer('probe') }, settings, { netLog });
    try {
      const chat = await product.session('probe');
      const targets = { evil: `http://${name}`, udp: 9, host: product.host.endpoint.http };
      const run = async (view: Probe, attacks: typeof telling): Promise<void> => {
        for (const attack of Object.values(attacks))
          await Promise.race([view.frame.evaluate(attack, targets).catch(() => undefined), sleep(200)]);
      };
      for (const { options } of documents) {
        const screen = await product.sharedScreen(options);
        await screen.open(chat);
        const show = async (): Promise<Probe> => {
          const view = new Probe(await screen.newView(() => chat.call('show-plain')));
          await view.heard('ui/notifications/tool-result');
          return view;
        };
        await run(await show(), { ...telling, ...tellingOddly });
        for (const way of ['to another address', 'by a refresh', 'by a link', 'by a form'])
          await run(await show(), { [way]: leaving[way]! });
      }
      await sleep(patience);
      await product.browser.close();
      const log = readFileSync(netLog, 'utf8');
      // The log is of this browser: what it did ask for stands in it.
      expect(log).toContain(new URL(targets.host).host);
      expect(log).not.toContain(name);
    } finally {
      await product[Symbol.asyncDispose]();
      logs[Symbol.dispose]();
    }
  });
});
