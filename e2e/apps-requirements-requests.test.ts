import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, type Conversation, type Screen } from './src/browser.ts';
import { until } from './src/process/until.ts';
import { ProbeRig } from './src/views/probe-rig.ts';
import { reached, type Json, type Probe } from './src/views/probe.ts';

/** The names before the colon are those of the public suite where it has one, and else made in its manner. */
describe.skipIf(noBrowser !== undefined)(inBrowser('what a host owes to Views: requests'), () => {
  let rig: ProbeRig;

  beforeAll(async () => {
    rig = await ProbeRig.open('trusted');
  });
  afterAll(() => rig[Symbol.asyncDispose]());

  describe('a View', () => {
    let screen: Screen;
    let chat: Conversation;
    let probe: Probe;

    beforeAll(async () => {
      screen = await rig.product.sharedScreen();
      await screen.context.route('https://link.example/**', (route) =>
        route.fulfill({ body: '<title>Linked</title>', contentType: 'text/html' }),
      );
      ({ chat, probe } = await rig.show(screen, 'plain', { first: 1 }));
      await probe.heard('ui/notifications/tool-result');
    });
    afterEach(({ task }) => screen.pictureOfFailure(task));
    afterAll(() => screen.context.close());

    describe('what a View asks of its server', () => {
      const call = (name: string, given: object = {}): ReturnType<Probe['request']> =>
        probe.request('tools/call', { name, arguments: given });

      test('C5 visibility/app-tool-call-guard: it calls what is for Views, and nothing that is not', async () => {
        expect(await call('for-view')).toMatchObject({
          result: { content: [{ text: 'for Views of probe' }] },
        });
        expect(await call('for-both', { a: 1 })).toMatchObject({
          result: { content: [{ text: '{"a":1}' }] },
        });
        expect(await call('fails')).toMatchObject({ result: { isError: true } });
        for (const tool of ['for-model', 'for-nobody', 'no-such-tool', '__proto__', 'constructor']) {
          const { error, result } = await call(tool);
          expect([tool, error !== undefined || result?.['isError'] === true]).toEqual([tool, true]);
          expect(JSON.stringify([error, result])).not.toContain('SECRET');
        }
        const names = (await rig.received('tools/call')).map(({ name }) => name);
        expect(names).not.toContain('for-model');
        expect(names).not.toContain('for-nobody');
      });

      test('C5 visibility/cross-server: the tools of another server are out of reach, however they are named', async () => {
        for (const tool of [
          'only-other',
          'other/only-other',
          'other__only-other',
          'other.only-other',
          'other:only-other',
        ])
          expect(JSON.stringify(await call(tool))).not.toContain('SECRET');
        const { channel, id } = rig.first.server('other');
        for (const more of [{ channel }, { server: id }, { _meta: { 'loggia.view': 'x', channel } }]) {
          const answer = await probe.request('tools/call', { name: 'only-other', arguments: {}, ...more });
          expect(JSON.stringify(answer)).not.toContain('SECRET');
        }
        const calls = (await reached(rig.first, 'other')).received.filter(
          ({ method, params }) => method === 'tools/call' && params['name'] === 'only-other',
        );
        expect(calls).toEqual([]);
      });

      test('C5 visibility/app-tool-list: it is told of the tools that it may call', async () => {
        const { result } = await probe.request('tools/list');
        const names = ((result?.['tools'] ?? []) as { name: string }[]).map(({ name }) => name);
        expect(names).toEqual(expect.arrayContaining(['for-view', 'for-both', 'note']));
        expect(names).not.toContain('for-model');
        expect(names).not.toContain('for-nobody');
      });

      test('E4 server/resources: it reads and lists resources', async () => {
        expect(await probe.request('resources/read', { uri: 'probe://note' })).toMatchObject({
          result: { contents: [{ text: 'a note' }] },
        });
        const { result } = await probe.request('resources/list');
        expect(result?.['resources']).toContainEqual(expect.objectContaining({ uri: 'probe://note' }));
        expect(await probe.request('resources/templates/list')).toMatchObject({
          result: { resourceTemplates: [{ name: 'notes' }] },
        });
      });

      test('C3 server/list-changed: every View of the server hears that its tools have changed', async () => {
        const { probe: second } = await rig.show(screen, 'plain');
        await second.welcome();
        await call('grow');
        await probe.heard('notifications/tools/list_changed');
        await second.heard('notifications/tools/list_changed');
      });

      test('E4 server/sampling: the model is asked where the server may', async () => {
        const { hostCapabilities } = await probe.welcome();
        expect(hostCapabilities.sampling).toEqual(expect.any(Object));
        const answer = await probe.request('sampling/createMessage', {
          messages: [{ role: 'user', content: { type: 'text', text: 'hello model' } }],
          maxTokens: 10,
        });
        expect(answer).toMatchObject({ result: { content: { text: 'Echo: hello model' } } });
      });

      test('C2 server/nothing-else: no other method reaches host or server', async () => {
        for (const method of [
          'initialize',
          'createSession',
          'listSessions',
          'x-loggia/setViewPolicy',
          'resources/subscribe',
          'completion/complete',
          'roots/list',
          'elicitation/create',
          'reconnect',
          'dispatchAction',
        ])
          expect([method, (await probe.request(method, {})).error?.code]).toEqual([method, -32601]);
      });

      test('E9 server/log: a View that logs is on record', async () => {
        await probe.notify('notifications/message', { level: 'info', data: 'said by a View' });
        await until('it is on record', async () =>
          (await rig.product.audit(chat.session)).some(({ method }) => method === 'notifications/message'),
        );
      });
    });

    describe('what a View asks of its host', () => {
      test('E4 actions/open-link: opens elsewhere, without an opener', async () => {
        const opened = screen.context.waitForEvent('page');
        expect(await probe.request('ui/open-link', { url: 'https://link.example/a?b=c' })).toMatchObject({
          result: {},
        });
        const page = await opened;
        await page.waitForLoadState();
        expect(page.url()).toBe('https://link.example/a?b=c');
        expect(await page.evaluate(() => window.opener)).toBe(null);
        await page.close();
      });

      test.each([
        'javascript:alert(1)',
        'data:text/html,<script>alert(1)</script>',
        'blob:https://x.example/1',
        'file:///etc/passwd',
        'about:blank',
        'vbscript:x',
        'ftp://x.example/',
        'not an address',
        'chrome://settings',
        ' javascript:alert(1)',
        'java\nscript:alert(1)',
      ])('E4 actions/open-link-guard: %j is not opened', async (url) => {
        const before = screen.context.pages().length;
        const { result, error } = await probe.request('ui/open-link', { url });
        expect(error !== undefined || result?.['isError'] === true).toBe(true);
        expect(screen.context.pages().length).toBe(before);
        expect(screen.dialogs).toEqual([]);
      });

      test('E7 actions/message: becomes a message of the conversation, in both of its forms', async () => {
        const array = { role: 'user', content: [{ type: 'text', text: 'array' }] };
        expect(await probe.request('ui/message', array)).toMatchObject({ result: {} });
        await until('it is said', () => chat.messages.some((text) => text.includes('array')));
        const object = { role: 'user', content: { type: 'text', text: 'object' } };
        expect(await probe.request('ui/message', object)).toMatchObject({ result: {} });
        await until('it is said', () => chat.messages.some((text) => text.includes('object')));
        const { result, error } = await probe.request('ui/message', {
          role: 'system',
          content: [{ type: 'text', text: 'system' }],
        });
        expect(error !== undefined || result?.['isError'] === true).toBe(true);
        expect(chat.messages.some((text) => text.includes('system from'))).toBe(false);
      });

      test('E7 actions/update-model-context: the last one reaches the model with the next message, and the user sees it', async () => {
        const { chat: own, probe: view } = await rig.show(screen, 'plain');
        await view.welcome();
        for (const text of ['first context', 'last context'])
          expect(
            await view.request('ui/update-model-context', {
              content: [{ type: 'text', text }],
            }),
          ).toMatchObject({ result: {} });
        const chips = { name: 'Context from Views sent with this message' };
        await screen.page.getByRole('list', chips).getByRole('listitem').waitFor();
        // It belongs to the chat, so another tab sees it and sends it along.
        const tab = await screen.context.newPage();
        await tab.goto(screen.page.url());
        await tab.getByRole('list', chips).getByRole('listitem').waitFor();
        const composer = tab.getByRole('textbox', { name: /message/i }).first();
        await composer.fill('what do you know?');
        await composer.press('Enter');
        const message = await until('it is said', () =>
          own.said.find(({ text }) => text.includes('what do you know?')),
        );
        expect(JSON.stringify(message)).toContain('last context');
        expect(JSON.stringify(message)).not.toContain('first context');
        await tab.close();
      });

      test('E6 actions/request-display-mode: moves without a reload, and says where it is', async () => {
        const { probe: view } = await rig.show(screen, 'plain');
        await view.welcome();
        const loaded = await view.loaded;
        const box = async (): Promise<{ width: number; height: number }> => {
          const found = await (await view.frame.parentFrame()?.frameElement())?.boundingBox();
          return found ?? { width: 0, height: 0 };
        };
        const clickIn = ({ frame }: Probe): Promise<void> => screen.focusIn(frame, 'h1');
        const inline = await box();
        for (const mode of ['fullscreen', 'inline', 'pip', 'fullscreen', 'inline']) {
          const ticks = await view.ticks;
          // The screen is only for a View in which the user has just done something.
          if (mode !== 'inline') await clickIn(view);
          expect(await view.request('ui/request-display-mode', { mode })).toMatchObject({ result: { mode } });
          await view.heard(
            'ui/notifications/host-context-changed',
            ({ displayMode }) => displayMode === mode,
          );
          await until('it goes on', async () => (await view.ticks) > ticks);
          expect(await view.loaded).toBe(loaded);
          if (mode === 'fullscreen')
            await until(
              'it fills the screen',
              async () => (await box()).width > 1300 && (await box()).height > 700,
            );
          if (mode === 'pip') await until('it is small', async () => (await box()).width < 700);
          if (mode === 'inline')
            await until('it is back', async () => Math.abs((await box()).width - inline.width) < 2);
        }
      });

      test('E6 actions/display-mode-guard: no mode that the View did not declare, or that there is not', async () => {
        const { probe: view } = await rig.show(screen, 'silent');
        await view.start({ availableDisplayModes: ['inline'] });
        for (const mode of ['fullscreen', 'pip'])
          expect(await view.request('ui/request-display-mode', { mode })).toMatchObject({
            result: { mode: 'inline' },
          });
        const { result, error } = await view.request('ui/request-display-mode', { mode: 'billboard' });
        expect(error !== undefined || result?.['mode'] === 'inline').toBe(true);
      });

      test('E4 actions/download-file: is saved under a name that is only a name', async () => {
        const saving = screen.page.waitForEvent('download');
        const contents = [
          {
            type: 'resource',
            resource: {
              uri: 'file:///a/../../etc/re%2F..%2Fport.txt',
              mimeType: 'text/plain',
              text: 'saved',
            },
          },
        ];
        expect(await probe.request('ui/download-file', { contents })).toMatchObject({ result: {} });
        const download = await saving;
        expect(download.suggestedFilename()).toMatch(/^[^/\\]*port\.txt$/);
        expect(
          await (
            await download.createReadStream()
          )
            .toArray()
            .then((parts) => Buffer.concat(parts).toString()),
        ).toBe('saved');
      });

      test('E4 actions/size-changed: an inline View gets the height that it asks for, within bounds, and does not loop', async () => {
        const { probe: view } = await rig.show(screen, 'plain');
        await view.welcome();
        const height = async (): Promise<number> =>
          (await (await view.frame.parentFrame()?.frameElement())?.boundingBox())?.height ?? 0;
        for (const wanted of [333, 240]) {
          await view.notify('ui/notifications/size-changed', { width: 400, height: wanted });
          await until(`it is ${wanted} high`, async () => Math.abs((await height()) - wanted) <= 4);
        }
        for (const wild of [1e9, -5, 0, Number.NaN, null, '900']) {
          await view.post({
            jsonrpc: '2.0',
            method: 'ui/notifications/size-changed',
            params: { height: wild },
          });
          await view.request('ping');
          expect(await height()).toBeLessThan(900);
          expect(await height()).toBeGreaterThan(0);
        }
        // As a page does that measures itself with its own border: one pixel more each time that it is resized.
        await view.frame.evaluate(() => {
          const { probe: inside } = window as unknown as {
            probe: { notify(method: string, params: Json): void };
          };
          const grow = (): void =>
            inside.notify('ui/notifications/size-changed', { height: innerHeight + 2 });
          addEventListener('resize', grow);
          inside.notify('ui/notifications/size-changed', { height: 300 });
        });
        await until('it is about 300 high', async () => Math.abs((await height()) - 300) < 60);
        const settled = await view.frame.evaluate(async () => {
          const heights: number[] = [];
          for (let frame = 0; frame < 60; frame += 1) {
            await new Promise((resolve) => requestAnimationFrame(resolve));
            heights.push(innerHeight);
          }
          return heights.slice(-20);
        });
        expect(new Set(settled).size).toBe(1);
      });

      test('E4 lifecycle/teardown: a View that asks to go is asked for its last words first', async () => {
        const { probe: view } = await rig.show(screen, 'plain');
        await view.welcome();
        const words = 'last words';
        await view.frame.evaluate((text) => {
          (window as unknown as { probe: { lastWords: string } }).probe.lastWords = text;
        }, words);
        await view.notify('ui/notifications/request-teardown');
        await until('it is gone', () => view.frame.isDetached());
        expect((await reached(rig.first, 'probe')).notes).toContain(words);
      });

      test('E4 lifecycle/teardown-unanswered: a View that never answers goes all the same', async () => {
        const { probe: view } = await rig.show(screen, 'plain');
        await view.welcome();
        await view.frame.evaluate(() => {
          (window as unknown as { probe: { answers: Json } }).probe.answers['ui/resource-teardown'] = null;
        });
        await view.notify('ui/notifications/request-teardown');
        await until('it is gone', () => view.frame.isDetached());
      });
    });

    test('E9: everything that it did is on record, and the shell complained of nothing', async () => {
      const lines = (await until('all is on record', async () => {
        const records = (await rig.product.audit(chat.session)).filter(({ by }) => by === 'view');
        return records.some(({ method }) => method === 'ui/download-file') && records;
      })) as readonly { method: string; decision: string }[];
      const seen = new Set(lines.map(({ method, decision }) => `${method} ${decision}`));
      for (const expected of [
        'sandbox/open allowed',
        'ui/open-link allowed',
        'ui/open-link refused',
        'ui/message allowed',
        'ui/update-model-context allowed',
        'ui/request-display-mode allowed',
        'ui/request-display-mode refused',
        'ui/download-file allowed',
        'tools/call allowed',
        'tools/call refused',
      ])
        expect(seen).toContain(expected);
      expect(
        screen.problems.filter(
          (problem) => !/Content Security Policy|ERR_BLOCKED_BY_CSP|net::ERR/.test(problem),
        ),
      ).toEqual([]);
    });
  });
});
