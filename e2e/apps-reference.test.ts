import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ask } from '@loggia/client';
import type { ElementHandle, Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Conversation, type Screen } from './src/browser.ts';
import { until } from './src/process/until.ts';
import { HttpServerProcess, programOf, stdio } from './src/servers/reference-servers.ts';
import { onePagePdf } from './src/views/one-page-pdf.ts';

const basic = ['basic-react', 'basic-vanillajs', 'basic-vue', 'basic-preact', 'basic-solid', 'basic-svelte'];
const others = [
  'budget-allocator',
  'cohort-heatmap',
  'customer-segmentation',
  'scenario-modeler',
  'shadertoy',
  'system-monitor',
  'debug',
  'threejs',
  'pdf',
  'sheet-music',
  'transcript',
  'wiki-explorer',
  'video-resource',
  'map',
];

/** The published Views, as their authors made them, in the shell. */
describe.skipIf(noBrowser !== undefined)(inBrowser('published Views'), () => {
  let product: Product;
  let lazy: HttpServerProcess;
  let first: Conversation;
  let screen: Screen;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'loggia-pdf-'));
  const pdf = path.join(folder, 'sample.pdf');

  beforeAll(async () => {
    writeFileSync(pdf, onePagePdf('Hello from a page'));
    lazy = await HttpServerProcess.start('lazy-auth');
    const servers = [...basic, ...others].map((name) => [name, stdio(programOf(name), '--stdio')] as const);
    const more = {
      pdf: stdio(programOf('pdf'), '--stdio', pdf),
      lazy: { url: `${lazy.origin.replace('127.0.0.1', 'localhost')}/mcp` },
    };
    product = await Product.start({ ...Object.fromEntries(servers), ...more }, {}, { drawing: 'webgl' });
    first = await product.session(...basic, ...others, 'lazy');
    screen = await product.sharedScreen();
  });

  afterEach(({ task }) => screen.pictureOfFailure(task));

  afterAll(async () => {
    await product[Symbol.asyncDispose]();
    await lazy[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  const textOf = (frame: Frame): Promise<string> => frame.evaluate(() => document.body.innerText);
  const shows = (frame: Frame, what: string | RegExp): Promise<unknown> =>
    until(
      `it shows ${what}`,
      async () => {
        const text = await textOf(frame);
        return typeof what === 'string' ? text.includes(what) : what.test(text);
      },
      30_000,
    );

  /** A chat of its own for each, so that nobody waits for anybody. */
  async function show(tool: string, input: object = {}): Promise<{ chat: Conversation; view: Frame }> {
    const chat = await first.another();
    const view = await screen.newView(async () => {
      await chat.completed(tool, input);
      await screen.open(chat);
    });
    await screen.nobodyWrites();
    return { chat, view };
  }

  /** A View that still grows into its size moves away from under the pointer: whoever sees nothing clicks again. */
  async function clickUntil(
    view: Frame,
    selector: string,
    what: string,
    look: () => Promise<boolean>,
  ): Promise<void> {
    await until(what, async () => {
      await screen.click(view, selector);
      return until(what, look, 3000).catch(() => false);
    });
  }

  function resultOf({ calls }: Conversation): string {
    const [call] = calls;
    const content = call?.status === 'completed' ? (call.content ?? []) : [];
    return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  }

  /** The element of the shell that the View is shown in. */
  async function outerOf(view: Frame): Promise<ElementHandle> {
    const frame = view.parentFrame();
    if (!frame) throw new Error('The View is gone.');
    return frame.frameElement();
  }

  /**
   * The color in the middle of a View, on the screen. Reading its canvas isn't an option: the first `getContext`
   * decides the kind of context, and the View might then not get the kind it needs.
   */
  async function middleOf(view: Frame): Promise<readonly [r: number, g: number, b: number]> {
    const picture = await (await outerOf(view)).screenshot();
    // Pixels are read where the policy of the shell has no say.
    const page = await screen.context.newPage();
    const [r = 0, g = 0, b = 0] = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      return [...context.getImageData(bitmap.width / 2, bitmap.height / 2, 1, 1).data];
    }, picture.toString('base64'));
    await page.close();
    return [r, g, b];
  }

  const widthOf = async (view: Frame): Promise<number> =>
    (await (await outerOf(view)).boundingBox())?.width ?? 0;

  const trust = (server: string, ...loosen: ('unsafe-eval' | 'blob:' | 'data:')[]): Promise<unknown> =>
    ask(product.client.ahp, 'x-loggia/setViewPolicy', { server: first.server(server).id, loosen });
  const consent = (server: string): Promise<unknown> =>
    ask(product.client.ahp, 'x-loggia/setViewPolicy', {
      server: first.server(server).id,
      consent: { message: 'allow', openLink: 'allow', download: 'allow' },
    });

  test.each(basic)('E2, E4: %s shows the time of its server, and asks for it again', async (name) => {
    const { chat, view } = await show(`${name}__get-time`);
    const told = resultOf(chat);
    expect(told).toMatch(/^\d{4}-/);
    await shows(view, told);
    await clickUntil(view, 'button >> text=Get Server Time', 'it shows another time', async () => {
      const text = await textOf(view);
      return /\d{4}-\d\d-\d\dT/.test(text) && !text.includes(told);
    });
  });

  test('E4: basic-vanillajs says, logs and opens what one writes into it', async () => {
    await consent('basic-vanillajs');
    const { chat, view } = await show('basic-vanillajs__get-time');
    await view.locator('#message-text').fill('said by a View');
    await screen.click(view, '#send-message-btn');
    await until('it is said', () => chat.messages.some((text) => text.includes('said by a View')));
    await screen.context.route('https://modelcontextprotocol.io/**', (route) =>
      route.fulfill({ body: '<title>Elsewhere</title>', contentType: 'text/html' }),
    );
    const opened = screen.context.waitForEvent('page');
    await screen.click(view, '#open-link-btn');
    const page = await opened;
    await page.waitForURL(/modelcontextprotocol\.io/);
    await page.close();
  });

  test('E2, E4: budget-allocator shows a budget and shares out another', async () => {
    const { view } = await show('get-budget-data');
    await shows(view, 'Allocated: $100,000 / $100,000');
    await view.locator('#budget-selector').selectOption({ label: '$250,000' });
    await shows(view, '/ $250,000');
  });

  test('E2, E4: cohort-heatmap fetches what it shows, and fetches it anew for another metric', async () => {
    const { view } = await show('get-cohort-data');
    await shows(view, 'Cohort Retention Analysis');
    await shows(view, 'M11');
    const before = await textOf(view);
    await view.locator('select').first().selectOption({ label: 'Active Users' });
    await until('it shows others', async () => (await textOf(view)) !== before);
    await shows(view, 'M11');
  });

  test('E2, E4: customer-segmentation shows every customer, and hides a segment', async () => {
    const chat = await first.another();
    const view = await screen.newView(async () => {
      await chat.completed('get-customer-data');
      await screen.open(chat);
      // Its long answer, which the agent repeats, leaves the View out of sight above it.
      await until('the call is in sight', async () => {
        await screen.scrollUp();
        return (await screen.page.locator('.view-slot').count()) > 0;
      });
    });
    await shows(view, /SMB\s*\(\d+\)/);
    const counts = [...(await textOf(view)).matchAll(/\((\d+)\)/g)].map(([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(250);
    const item = view.locator('[data-segment="SMB"]');
    const before = await item.getAttribute('class');
    await clickUntil(
      view,
      '[data-segment="SMB"]',
      'it is hidden',
      async () => (await item.getAttribute('class')) !== before,
    );
  });

  test('E2, E4: scenario-modeler compares with a template of its server', async () => {
    const { view } = await show('get-scenario-data');
    await shows(view, 'VC Rocketship');
    await view.locator('select').first().selectOption({ index: 2 });
    await shows(view, 'VS. VC ROCKETSHIP');
  });

  test('E2, E6: shadertoy draws what it was told to, and fills the screen when the user wants it to', async () => {
    const fragmentShader = 'void mainImage(out vec4 c, in vec2 p) { c = vec4(1.0, 0.0, 0.0, 1.0); }';
    const { view } = await show('render-shadertoy', { fragmentShader });
    await until('it is red', async () => {
      const [r, g, b] = await middleOf(view);
      return r > 200 && g < 50 && b < 50;
    });
    // It declares no modes at all, so every mode is open to it.
    await screen.click(view, '#fullscreen-btn');
    await until('it fills the screen', async () => (await widthOf(view)) > 1200);
    await screen.page.keyboard.press('Escape');
    await until('it is back', async () => (await widthOf(view)) < 1000);
  });

  test('C5, E4: system-monitor goes on asking through the tool that is for it alone', async () => {
    const { chat, view } = await show('get-system-info');
    await shows(view, /linux x64/);
    const polls = async (): Promise<number> =>
      (await product.audit(chat.session)).filter(
        ({ method, target, decision }) =>
          method === 'tools/call' && target === 'poll-system-stats' && decision === 'allowed',
      ).length;
    const before = await until('it asks', async () => (await polls()) || undefined);
    await until('it asks again', async () => (await polls()) > before + 1);
    expect(first.offered('poll-system-stats')).toBeUndefined();
    await screen.click(view, '#poll-toggle-btn');
    await until('it stops', async () => (await view.locator('#poll-toggle-btn').innerText()) === 'Start');
  });

  test('E4: debug has buttons for everything, and each does what it says', { timeout: 60_000 }, async () => {
    await consent('debug');
    const { chat, view } = await show('debug-tool');
    const logged = (what: string | RegExp): Promise<unknown> => shows(view, what);
    await logged(/ontoolresult/);
    const press = (id: string): Promise<void> => screen.click(view, `#${id}`);

    await press('send-message-text-btn');
    await until('it is said', () => chat.messages.some((text) => text.includes('Hello from debug app!')));
    await press('send-message-image-btn');
    await until('a picture is said', () => chat.said.some(({ attachments = [] }) => attachments.length > 0));

    for (const level of ['debug', 'info', 'warning', 'error']) {
      await clickUntil(view, `#log-${level}-btn`, `it says that it logged at ${level}`, async () =>
        new RegExp(`send-log[^]*"${level}"`).test(await textOf(view)),
      );
    }
    await until('all levels are on record', async () => {
      const lines = await product.audit(chat.session);
      return lines.filter(({ method }) => method === 'notifications/message').length >= 4;
    });

    for (const [index, kind] of ['text', 'structured', 'image'].entries()) {
      await clickUntil(
        view,
        `#update-context-${kind}-btn`,
        `its context as ${kind} is on record`,
        async () => {
          const lines = await product.audit(chat.session);
          return lines.filter(({ method }) => method === 'ui/update-model-context').length > index;
        },
      );
    }

    // It declares no modes at all, so every mode is open to it.
    await press('display-fullscreen-btn');
    await until('it fills the screen', async () => (await widthOf(view)) > 1200);
    await press('display-inline-btn');
    await until('it is back', async () => (await widthOf(view)) < 1000);

    const opened = screen.context.waitForEvent('page');
    await screen.context.route('https://modelcontextprotocol.io/**', (route) =>
      route.fulfill({ body: '<title>Elsewhere</title>', contentType: 'text/html' }),
    );
    await press('open-link-btn');
    await (await opened).close();

    await view.locator('#auto-resize-toggle').uncheck();
    const heightOf = async (): Promise<number> =>
      (await (await view.parentFrame()?.frameElement())?.boundingBox())?.height ?? 0;
    for (const [id, height] of [
      ['resize-400x300-btn', 300],
      ['resize-800x600-btn', 600],
    ] as const) {
      await press(id);
      await until(`it is ${height} high`, async () => Math.abs((await heightOf()) - height) <= 4);
    }

    const calls = async (tool: string): Promise<number> =>
      (await product.audit(chat.session)).filter(
        ({ by, method, target, decision }) =>
          by === 'view' && method === 'tools/call' && target === tool && decision === 'allowed',
      ).length;
    await press('call-debug-tool-btn');
    await until('the tool is called', () => calls('debug-tool'));
    await press('call-debug-refresh-btn');
    await until('the tool for Views is called', () => calls('debug-refresh'));
  });

  test('E2: sheet-music sets the notes that it was given', async () => {
    const { view } = await show('play-sheet-music', { abcNotation: 'X:1\nT:A scale\nK:C\nCDEF GABc|' });
    await until('notes are drawn', async () => (await view.locator('svg path').count()) > 8);
    await until('they have a title', async () =>
      (await view.locator('#sheet-music').textContent())?.includes('A scale'),
    );
  });

  test('E3: transcript has the microphone that it declares, and says what is missing', async () => {
    const { view } = await show('transcribe');
    await shows(view, 'Your speech will appear here');
    const policy = await view.evaluate(() =>
      (
        document as unknown as { featurePolicy: { allowsFeature(name: string): boolean } }
      ).featurePolicy.allowsFeature('microphone'),
    );
    expect(policy).toBe(true);
    await screen.click(view, '#start-btn');
    await until('it answers', async () => !(await textOf(view)).includes('Your speech will appear here'));
  });

  test('E2: wiki-explorer shows where it starts, without a network', async () => {
    const { view } = await show('get-first-degree-links', { url: 'https://en.wikipedia.org/wiki/Loggia' });
    await until('it draws', async () => (await view.locator('canvas').count()) > 0);
    await screen.click(view, '#reset-graph');
  });

  test('E4: video-resource reads a resource, and says that its server could not fetch it', async () => {
    const { chat, view } = await show('play_video', { videoId: 'bunny-1mb' });
    await until('it has read it', async () =>
      (await product.audit(chat.session)).some(
        ({ method, target }) => method === 'resources/read' && target?.startsWith('videos://'),
      ),
    );
    await shows(view, /error|fail/i);
  });

  test('E3: threejs says why it cannot draw, and draws once it is trusted', async () => {
    const { chat, view } = await show('show_threejs_scene');
    await until('it is on record what it would need', async () =>
      (await product.audit(chat.session)).some(
        ({ method, reason }) => method === 'csp' && reason?.includes('unsafe-eval'),
      ),
    );
    await shows(view, /unsafe-eval/);
    await trust('threejs', 'unsafe-eval');
    const { view: trusted } = await show('show_threejs_scene');
    // The cube of its own scene.
    await until('it draws something green', async () => {
      const [r, g, b] = await middleOf(trusted);
      return g > 100 && g > 1.2 * r && g > 1.2 * b;
    });
    expect(await textOf(trusted)).toBe('');
  });

  test('E3: pdf shows a file of this machine once it is trusted', async () => {
    const { chat } = await show('display_pdf', { url: pdf });
    await until('it is on record what it would need', async () =>
      (await product.audit(chat.session)).some(
        ({ method, reason }) => method === 'csp' && /blob:|data:/.test(reason ?? ''),
      ),
    );
    await trust('pdf', 'blob:', 'data:');
    const { view } = await show('display_pdf', { url: pdf });
    await until(
      'its words are there',
      async () => (await view.locator('body').textContent())?.includes('Hello from a page'),
      40_000,
    );
  });

  test('E8, J7: map never answers, and the user is told so, can look at it and can try again', async () => {
    const chat = await first.another();
    await chat.completed('show-map');
    await screen.open(chat);
    await screen.page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 30_000 });
    await screen.page.getByText(/Its error: “.*CesiumJS/).waitFor();
    const alone = screen.page.locator('.call-alone');
    expect(await alone.innerText()).toContain('Displaying globe');
    await screen.page.getByRole('button', { name: 'Show it anyway' }).click();
    await alone.waitFor({ state: 'detached' });
    await screen.page.getByText('Never reported ready').waitFor();
    await screen.newView(async () => {
      await screen.page.getByRole('button', { name: /^More for Show Map/ }).click();
      await screen.page.getByRole('menuitem', { name: 'Reload' }).click();
    });
  });

  test('B9, E11: a View of lazy-auth whose server asks for a sign-in has the button for it', async () => {
    const { view } = await show('show_auth_button');
    await screen.click(view, '#auth-btn');
    const question = screen.page.locator('dialog.confirm[open]');
    await question.getByRole('button', { name: 'Allow once' }).click();
    await screen.page
      .locator('.view-sign-in')
      .getByRole('button', { name: /sign in/i })
      .first()
      .waitFor();
    // The next test looks for a View with such a button.
    await screen.page.reload();
  });

  test('B11, B12: lazy-auth is signed in to in the browser, in the middle of a call', async () => {
    const chat = await first.another();
    await screen.open(chat);
    await chat.call('get_secret');
    const grant = screen.page.getByRole('button', { name: /sign in|grant|authori[sz]e|connect/i }).first();
    await grant.waitFor();
    const opening = screen.context.waitForEvent('page');
    await grant.click();
    const popup = await opening;
    await popup
      .getByRole('link', { name: /approve|allow/i })
      .or(popup.getByRole('button', { name: /approve|allow/i }))
      .first()
      .click();
    await until('the call has ended', () => chat.calls[0]?.status === 'completed');
    await until('the window closes', () => popup.isClosed());
    // The grant covers the server's Views as well.
    await show('show_auth_button');
    // The View of the previous call was reloaded when its server was signed in to, so the newest View may not be this
    // one.
    const view = await until('the View with its button is there', async () => {
      for (const frame of screen.page.frames()) {
        if (
          await frame
            .locator('#auth-btn')
            .isVisible()
            .catch(() => false)
        )
          return frame;
      }
      return undefined;
    });
    await screen.click(view, '#auth-btn');
    // Another tool than the one that opened the View, and it doesn't say that it only reads.
    const question = screen.page.locator('dialog.confirm[open]');
    await question.getByRole('button', { name: 'Allow for this View' }).click();
    await until('the View has the secret', async () =>
      /secret/i.test(await view.locator('#output').innerText()),
    );
    // It declares that it can fill the screen.
    const inline = await widthOf(view);
    const isBack = async (): Promise<boolean> => Math.abs((await widthOf(view)) - inline) < 20;
    await screen.click(view, '#fullscreen-btn');
    await until('it fills the screen', async () => (await widthOf(view)) > 1300);
    // A press can get lost on its way into a frame (docs/testing.md), so it is made again.
    await until('it is back', async () => {
      await view.locator('#fullscreen-btn').click();
      return until('it is back', isBack, 5000).catch(() => false);
    });
    expect(await view.locator('#output').innerText()).toMatch(/secret/i);
  });

  test('J7: the shell itself complained of nothing', () => {
    const own = new URL(screen.page.url()).origin;
    const ours = screen.problems.filter(
      (problem) => problem.includes(`(${own}`) && !/Content Security Policy/.test(problem),
    );
    expect(ours).toEqual([]);
  });
});
