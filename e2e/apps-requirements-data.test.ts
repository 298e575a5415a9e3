import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, type Screen } from './src/browser.ts';
import { until } from './src/process/until.ts';
import { ProbeRig } from './src/views/probe-rig.ts';
import { Probe, type Json } from './src/views/probe.ts';

/** The names before the colon are those of the public suite where it has one, and else made in its manner. */
describe.skipIf(noBrowser !== undefined)(inBrowser('what a host owes to Views: data'), () => {
  let rig: ProbeRig;

  beforeAll(async () => {
    rig = await ProbeRig.open('trusted');
  });
  afterAll(() => rig[Symbol.asyncDispose]());

  describe('a View', () => {
    let screen: Screen;
    let probe: Probe;

    beforeAll(async () => {
      screen = await rig.product.sharedScreen();
      ({ probe } = await rig.show(screen, 'plain', { first: 1 }));
      await probe.heard('ui/notifications/tool-result');
    });
    afterEach(({ task }) => screen.pictureOfFailure(task));
    afterAll(() => screen.context.close());

    describe('the handshake', () => {
      test('E4 lifecycle/initialize: the answer has version, host, capabilities and context', async () => {
        const welcome = await probe.welcome();
        expect(welcome).toMatchObject({
          protocolVersion: '2026-01-26',
          hostInfo: { name: expect.any(String), version: expect.any(String) },
          hostCapabilities: {
            openLinks: {},
            serverTools: {},
            serverResources: {},
            logging: {},
            sandbox: expect.any(Object),
            downloadFile: {},
            updateModelContext: expect.any(Object),
            message: expect.any(Object),
          },
        });
      });

      test('E5 context/complete: everything that a View may ask about its surroundings is there', async () => {
        const { hostContext } = await probe.welcome();
        expect(hostContext).toMatchObject({
          toolInfo: { tool: { name: 'show-plain', inputSchema: { type: 'object' } } },
          theme: expect.stringMatching(/^(light|dark)$/),
          styles: { variables: expect.any(Object) },
          displayMode: 'inline',
          availableDisplayModes: expect.arrayContaining(['inline', 'fullscreen', 'pip']),
          containerDimensions: expect.any(Object),
          locale: expect.any(String),
          timeZone: expect.any(String),
          userAgent: expect.any(String),
          platform: 'web',
          deviceCapabilities: { touch: expect.any(Boolean), hover: expect.any(Boolean) },
          safeAreaInsets: { top: expect.any(Number), right: expect.any(Number) },
        });
        const { variables } = hostContext.styles;
        expect(Object.keys(variables).length).toBeGreaterThan(60);
        expect(variables['--color-background-primary']).toMatch(/light-dark\(/);
        for (const value of Object.values(variables)) expect(value).not.toMatch(/var\(/);
      });

      test('E4 lifecycle/gating: nothing reaches a View before it says that it is ready', async () => {
        const { chat: waiting, probe: view } = await rig.show(screen, 'silent', { early: true });
        await until('the call has ended', () => waiting.calls[0]?.status === 'completed');
        // A change that every View is told of.
        await screen.page.emulateMedia({ colorScheme: 'dark' });
        await probe.heard('ui/notifications/host-context-changed', ({ theme }) => theme === 'dark');
        expect(await view.log).toEqual([]);
        const { result } = await view.initialize();
        expect(result?.['hostContext']).toMatchObject({ theme: 'dark' });
        await screen.page.emulateMedia({ colorScheme: 'light' });
        await probe.heard('ui/notifications/host-context-changed', ({ theme }) => theme === 'light');
        expect(await view.order()).toEqual([]);
        await view.notify('ui/notifications/initialized');
        await view.heard('ui/notifications/tool-result');
        const order = (await view.order()).filter((name) => name.startsWith('ui/notifications/tool-'));
        expect(order).toEqual(['ui/notifications/tool-input', 'ui/notifications/tool-result']);
      });

      test('E4 lifecycle/version: an unknown version is answered with the one that is spoken', async () => {
        const { probe: view } = await rig.show(screen, 'silent');
        const { result } = await view.request('ui/initialize', {
          protocolVersion: '1999-01-01',
          appInfo: { name: 'old', version: '0' },
          appCapabilities: {},
        });
        expect(result).toMatchObject({ protocolVersion: '2026-01-26' });
      });

      test('E4 lifecycle/ping: is answered', async () => {
        expect(await probe.request('ping')).toMatchObject({ result: {} });
      });

      test('E4 lifecycle/unknown-method: is answered with an error, and malformed messages with nothing at all', async () => {
        expect(await probe.request('no/such-method')).toMatchObject({ error: { code: -32601 } });
        for (const malformed of [
          null,
          7,
          'text',
          [],
          {},
          { jsonrpc: '1.0', id: 1, method: 'ping' },
          { id: 1, method: 'ping' },
        ])
          await probe.post(malformed);
        const before = (await probe.log).length;
        expect(await probe.request('ping')).toMatchObject({ result: {} });
        expect((await probe.log).length).toBe(before + 1);
      });
    });

    describe('the data of the call', () => {
      const tools = (names: readonly string[]): readonly string[] =>
        names.filter((name) => name.startsWith('ui/notifications/tool-'));

      test('E4 data/input-then-result: the input once, then the whole result', async () => {
        expect(tools(await probe.order())).toEqual([
          'ui/notifications/tool-input',
          'ui/notifications/tool-result',
        ]);
        expect(await probe.received('ui/notifications/tool-input')).toEqual([{ arguments: { first: 1 } }]);
        const [result] = await probe.received('ui/notifications/tool-result');
        expect(result).toMatchObject({
          content: [{ type: 'text', text: 'shown by probe' }],
          structuredContent: { given: { first: 1 } },
          _meta: { 'probe/private': 'for the View' },
        });
      });

      test('E4 data/result-is-error: a result that is a failure arrives as one', async () => {
        const { probe: view } = await rig.show(screen, 'plain', { fail: true });
        expect(await view.heard('ui/notifications/tool-result')).toMatchObject({
          isError: true,
          content: [{ type: 'text', text: 'It failed on purpose.' }],
        });
      });

      test('E4 data/result-verbatim: structured content of any shape, and every kind of content', async () => {
        const annotations = { audience: ['user'], priority: 0.5 };
        const _meta = { 'probe/id': 7 };
        const answer = {
          content: [
            { type: 'text', text: 'ü' },
            { type: 'text', text: 'annotated', annotations, _meta },
            { type: 'image', data: 'AAAA', mimeType: 'image/png' },
            { type: 'resource', resource: { uri: 'probe://x', mimeType: 'text/plain', text: 'x' } },
            { type: 'resource', resource: { uri: 'probe://z', text: 'no type', _meta }, annotations },
            { type: 'resource_link', uri: 'probe://y', name: 'y' },
            { type: 'resource_link', uri: 'probe://w', name: 'W', title: 'Double u', description: 'It.' },
          ],
          structuredContent: { list: [1, [2], { three: null }] },
        };
        const { probe: view } = await rig.show(screen, 'plain', { answer });
        const { content, structuredContent } = await view.heard('ui/notifications/tool-result');
        expect({ content, structuredContent }).toEqual(answer);
      });

      test('B7 data/result-whole: a result that is too long for the chat reaches its View whole', async () => {
        const long = 3 * 1024 * 1024;
        const { probe: view } = await rig.show(screen, 'plain', { long });
        await view.heard('ui/notifications/tool-result');
        const length = await view.frame.evaluate(
          () =>
            (window as unknown as { probe: { log: { data: Json }[] } }).probe.log.find(
              ({ data }) => data['method'] === 'ui/notifications/tool-result',
            )?.data['params'].content[0].text.length,
        );
        expect(length).toBe(long);
      });

      test('E4 data/partial: an input that comes in pieces is shown as it comes, until it is whole', async () => {
        const input = { text: 'x'.repeat(3000), last: true };
        const waiting = await rig.first.another();
        await screen.open(waiting);
        const frame = await screen.newView(() => waiting.call('show-plain', input, 'stream'));
        const view = new Probe(frame);
        await until('all has come', () => waiting.calls[0]?.status === 'completed', 45_000);
        await view.heard('ui/notifications/tool-result');
        const order = tools(await view.order());
        const wholeAt = order.indexOf('ui/notifications/tool-input');
        expect(order.slice(0, wholeAt).every((name) => name === 'ui/notifications/tool-input-partial')).toBe(
          true,
        );
        expect(order.slice(wholeAt)).toEqual(['ui/notifications/tool-input', 'ui/notifications/tool-result']);
        expect(await view.received('ui/notifications/tool-input')).toEqual([{ arguments: input }]);
        const partials = await view.received('ui/notifications/tool-input-partial');
        expect(partials.length).toBeGreaterThan(0);
        const lengths = partials.map(({ arguments: { text = '' } }) => text.length as number);
        expect(lengths).toEqual(lengths.toSorted((one, other) => one - other));
      });

      test('E4 data/cancelled: a call that is cancelled says so, and no result follows', async () => {
        const { chat: waiting, probe: view } = await rig.show(screen, 'plain', { wait: true });
        expect(await view.heard('ui/notifications/tool-input')).toEqual({ arguments: { wait: true } });
        await until('the turn runs', () => waiting.state?.activeTurn);
        waiting.cancel();
        await view.heard('ui/notifications/tool-cancelled');
        expect(tools(await view.order())).toEqual([
          'ui/notifications/tool-input',
          'ui/notifications/tool-cancelled',
        ]);
      });
    });
  });
});
