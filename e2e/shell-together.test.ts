import { setTimeout as sleep } from 'node:timers/promises';
import { workspaceUri, type WorkspaceState, type WorkspaceSummary } from '@loggia/protocol';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Conversation, type Screen } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { Line } from './src/process/line.ts';
import { settled, until } from './src/process/until.ts';
import { programOf, stdio } from './src/servers/reference-servers.ts';

/** `cut`: the device has no network, and knows. `silence`: it believes it has one, but nothing gets through. */
type Loss = 'cut' | 'silence';

const outOfReach = /Can’t reach the host/;
/** Console messages about an unreachable host are not problems of the page. */
const expected = [/ERR_|WebSocket|Failed to (?:load|fetch)/i];

describe.skipIf(noBrowser !== undefined)(inBrowser('two browsers on one host'), () => {
  let product: Product;
  /** One for each way to lose a host. */
  let lines: Readonly<Record<Loss, Line>>;
  let api: Api;
  let workspace: string;

  beforeAll(async () => {
    const toHost = (): number | undefined =>
      product.host.isRunning ? Number(new URL(product.host.endpoint.http).port) : undefined;
    lines = { cut: await Line.to(toHost), silence: await Line.to(toHost) };
    product = await Product.start(
      { budget: stdio(programOf('budget-allocator'), '--stdio') },
      { allowedHosts: Object.values(lines).map(({ origin }) => new URL(origin).host) },
    );
    api = new Api(() => product.data.endpoint());
    workspace = (await api.firstWorkspace()).id;
  });

  afterAll(async () => {
    await product[Symbol.asyncDispose]();
    for (const line of Object.values(lines)) await line[Symbol.asyncDispose]();
  });

  /** Its host can go away, and come back under the same address. */
  async function reach(screen: Screen, line: Line): Promise<Screen> {
    await screen.page.goto(`${line.origin}/#token=${product.host.endpoint.token}`);
    await screen.page.locator('.frame').waitFor();
    return screen;
  }

  const windowOf = ({ page }: Screen, title: string | RegExp): Locator =>
    page.getByRole('dialog', { name: title });

  const same = (a: object | null, b: object | null | undefined): boolean =>
    JSON.stringify(a) === JSON.stringify(b);

  async function choose({ page }: Screen, text: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill(text);
    await page.getByRole('option', { name: text }).first().click();
  }

  async function say(screen: Screen, text: string): Promise<void> {
    const composer = screen.page.getByRole('main').getByRole('textbox', { name: 'Message' });
    await composer.fill(text);
    await composer.press('Enter');
  }

  const messages = ({ page }: Screen): Locator => page.getByRole('main').locator('.turn-message');

  async function hears(screen: Screen, text: string): Promise<void> {
    await messages(screen).filter({ hasText: text }).first().waitFor();
  }

  async function note(title: string, where = workspace): Promise<void> {
    await api.create({ workspace: where, title, fileName: 'note.txt', content: { text: title } });
  }

  async function closeAll(): Promise<void> {
    const screen = await product.screen();
    await choose(screen, 'Close all windows');
    await screen.page.locator('.window').first().waitFor({ state: 'detached' });
  }

  /** A client that stays offline for a minute while the other tests run. */
  interface Absent {
    readonly loss: Loss;
    readonly screen: Screen;
    readonly line: Line;
  }
  let absence: {
    readonly since: number;
    /** A desk that no other test touches. */
    readonly desk: string;
    readonly conversation: Conversation;
    readonly here: Screen;
    readonly absent: readonly Absent[];
  };

  const goTo = ({ page }: Screen, ...parts: readonly string[]): Promise<void> =>
    page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      `#/${parts.map(encodeURIComponent).join('/')}`,
    );

  test('A3, F5, J7: one that has lost its host keeps what is done on it', async () => {
    const { id: desk } = (
      await api.call<{ workspace: WorkspaceSummary }>('createWorkspace', { title: 'Far away' })
    ).workspace;
    for (const title of ['Closed by the cut', 'Closed by the silence', 'Opened meanwhile'])
      await note(title, desk);
    const conversation = await product.session();
    conversation.say('Said before');
    await until('it is answered', () => conversation.state?.turns.length === 1);
    const here = await product.sharedScreen();
    await goTo(here, desk);
    const absent: Absent[] = [];
    for (const loss of ['cut', 'silence'] as const) {
      const screen = await reach(await product.sharedScreen({ expected }), lines[loss]);
      onTestFinished(({ task }) => screen.pictureOfFailure({ ...task, name: `${loss} ${task.name}` }));
      await goTo(screen, desk);
      await choose(screen, `Closed by the ${loss}`);
      await windowOf(screen, `Closed by the ${loss}`).waitFor();
      await screen.page.evaluate(() => document.documentElement.setAttribute('data-stayed', ''));
      await goTo(screen, desk, 'session', conversation.session, conversation.chat);
      await hears(screen, 'Said before');
      absent.push({ loss, screen, line: lines[loss] });
    }

    const since = Date.now();
    await absent[0]!.screen.context.setOffline(true);
    lines.cut.cut();
    lines.silence.silence();
    absence = { since, desk, conversation, here, absent };
    await absent[0]!.screen.page.getByText(outOfReach).waitFor();

    for (const { loss, screen } of absent) {
      await say(screen, `Said during the ${loss}`);
      await hears(screen, `Said during the ${loss}`);
      await goTo(screen, desk);
      await windowOf(screen, `Closed by the ${loss}`).getByRole('button', { name: 'Close' }).click();
      await windowOf(screen, `Closed by the ${loss}`).waitFor({ state: 'detached' });
    }
    await choose(here, 'Opened meanwhile');
    await windowOf(here, 'Opened meanwhile').waitFor();
    await note('Made meanwhile, far away', desk);
    conversation.say('Said meanwhile');
    await until('it is answered', () => conversation.state?.turns.length === 2);
  });

  test('F5, J8: content is the same on both, and windows are each browser’s own', async () => {
    const one = await product.screen();
    await choose(one, 'House rules');
    await windowOf(one, 'House rules').waitFor();
    await choose(one, 'Window to the left half');
    const place = ({ page }: Screen) => page.getByRole('dialog', { name: 'House rules' }).boundingBox();
    const before = await settled('the window', () => place(one));
    await until('the workspace knows', async () => {
      const view = product.client.ahp.subscribe<WorkspaceState>(workspaceUri(workspace));
      await view.ready;
      const known = view.state?.windows?.some(({ state }) => state === 'left') === true;
      view.dispose();
      return known;
    });
    // A browser that is new to the desk begins with what was arranged last.
    const other = await product.screen();
    await until('both have it in one place', async () => same(await place(other), before));
    await choose(other, 'Window to the right half');
    await until('it is elsewhere here', async () => !same(await place(other), before));
    expect(await place(one)).toEqual(before);
    await note('Made meanwhile');
    await Promise.all([one, other].map(({ page }) => page.getByText('Made meanwhile').first().waitFor()));
    await windowOf(other, 'House rules').getByRole('button', { name: 'Close' }).click();
    await windowOf(other, 'House rules').waitFor({ state: 'detached' });
    await choose(one, 'Made meanwhile');
    await windowOf(one, 'Made meanwhile').waitFor();
    expect([await windowOf(one, 'House rules').count(), await other.page.locator('.window').count()]).toEqual(
      [1, 0],
    );
    await one.page.reload();
    await windowOf(one, 'Made meanwhile').waitFor();
    expect(await place(one)).toEqual(before);
    await other.page.reload();
    await other.page.getByText('Made meanwhile').first().waitFor();
    expect(await other.page.locator('.window').count()).toBe(0);
    expect([...one.problems, ...other.problems]).toEqual([]);
    await choose(one, 'Close all windows');
    await one.page.locator('.window').first().waitFor({ state: 'detached' });
  });

  test('A4, J3: what is said on one is heard on the other, and answered there', async () => {
    const conversation = await product.session();
    const [one, other] = await Promise.all([product.screen(), product.screen()]);
    await Promise.all([one.open(conversation), other.open(conversation)]);
    await say(one, 'Hello from one');
    await Promise.all([hears(one, 'Hello from one'), hears(other, 'Hello from one')]);
    await say(other, 'Hello from the other');
    await Promise.all([hears(one, 'Hello from the other'), hears(other, 'Hello from the other')]);
    expect(conversation.messages).toEqual(['Hello from one', 'Hello from the other']);
    expect([...one.problems, ...other.problems]).toEqual([]);
  });

  /** A chat that is longer than the screen. */
  async function longChat(): Promise<Conversation> {
    const conversation = await product.session();
    for (let index = 0; index < 30; index += 1) {
      conversation.say(`Message number ${index}`);
      await until('it is answered', () => conversation.state?.turns.length === index + 1);
    }
    return conversation;
  }

  /** The messages that can be seen now. */
  async function inSight(screen: Screen): Promise<readonly string[]> {
    return messages(screen).evaluateAll((all) =>
      all
        .filter((message) => {
          const { top, bottom } = message.getBoundingClientRect();
          return top > 120 && bottom < innerHeight - 160;
        })
        .map((message) => message.textContent.trim()),
    );
  }

  test('E8, J1, J3: a reload brings back windows, Views and where one was reading', async () => {
    const screen = await product.screen();
    const { page } = screen;
    await choose(screen, 'Getting to know Loggia');
    await screen.view((frame) => frame.getByText('Move this card').first().isVisible());
    await choose(screen, 'Window to the right half');
    const place = async () => windowOf(screen, 'Getting to know Loggia').boundingBox();
    const before = await settled('the window', async () => {
      const box = await place();
      return box && box.x > 300 ? box : undefined;
    });
    await page.reload();
    await screen.view((frame) => frame.getByText('Move this card').first().isVisible());
    expect(await place()).toEqual(before);

    const conversation = await longChat();
    await screen.open(conversation);
    await hears(screen, 'Message number 29');
    const last = messages(screen).last();
    await last.hover();
    await until('older ones are in sight', async () => {
      await page.mouse.wheel(0, -400);
      return (await inSight(screen)).some((text) => /number 1\d/.test(text));
    });
    const reading = await settled('the text in view', () => inSight(screen));
    expect(reading.length).toBeGreaterThan(1);
    await page.reload();
    await until(
      'the same messages are in sight',
      async () => (await inSight(screen)).join() === reading.join(),
    );
    expect(await settled('the text in view', () => inSight(screen))).toEqual(reading);
    expect(screen.problems).toEqual([]);
    await closeAll();
  });

  test('A3, A4, F5, J7: a minute later they say so, and catch up once they can, without a reload', async () => {
    const { since, desk, conversation, here, absent } = absence;
    onTestFinished(async ({ task }) => {
      for (const { loss, screen, line } of absent) {
        // Restore the line in any case, because other tests use it, too.
        line.mend();
        await screen.pictureOfFailure({ ...task, name: `${loss} ${task.name}` });
        await screen.context.close();
      }
      await here.context.close();
    });
    for (const { screen } of absent) await screen.page.getByText(outOfReach).waitFor({ timeout: 60_000 });
    await sleep(Math.max(0, since + 61_000 - Date.now()));
    for (const { loss, screen } of absent) {
      expect(await screen.page.getByText(outOfReach).count()).toBe(1);
      // That is said once; nothing else asks for anything to be done about it.
      expect(await screen.page.getByText(/connection was lost/i).count()).toBe(0);
      expect(await windowOf(screen, 'Opened meanwhile').count()).toBe(0);
      expect(await windowOf(screen, `Closed by the ${loss}`).count()).toBe(0);
    }
    expect(conversation.messages).toEqual(['Said before', 'Said meanwhile']);

    for (const { line } of absent) line.mend();
    await absent[0]!.screen.context.setOffline(false);
    const said = ['Said before', 'Said meanwhile', 'Said during the cut', 'Said during the silence'];
    for (const { loss, screen } of absent) {
      await screen.page.getByText(outOfReach).waitFor({ state: 'detached' });
      await screen.page.getByText('Made meanwhile, far away').first().waitFor();
      // Windows are nobody else's business, before and after.
      expect(await windowOf(screen, 'Opened meanwhile').count()).toBe(0);
      expect(await windowOf(screen, `Closed by the ${loss}`).count()).toBe(0);
    }
    // Once each.
    await until('all of it is said', () => conversation.messages.length >= said.length);
    expect(conversation.messages.toSorted()).toEqual(said.toSorted());
    for (const { screen } of absent) {
      await goTo(screen, desk, 'session', conversation.session, conversation.chat);
      for (const text of said) await hears(screen, text);
      expect(await screen.page.locator('html[data-stayed]').count()).toBe(1);
      expect(screen.problems).toEqual([]);
    }
    expect(here.problems).toEqual([]);
  });

  test('A3, E8: the host is killed and started again; desk, Views and sessions go on', async () => {
    const conversation = await product.session('budget');
    await conversation.completed('get-budget-data');
    const screen = await reach(await product.screen({ expected }), lines.cut);
    const { page } = screen;
    await choose(screen, 'Getting to know Loggia');
    await screen.view((frame) => frame.getByText('Move this card').first().isVisible());
    await product.restart();
    await page.getByText(outOfReach).waitFor({ state: 'detached' });
    await windowOf(screen, 'Getting to know Loggia').waitFor();
    await note('Made after the restart');
    await page.getByText('Made after the restart').first().waitFor();
    await page.reload();
    await screen.view((frame) => frame.getByText('Move this card').first().isVisible());
    await screen.open(conversation);
    await screen.view((frame) =>
      frame
        .getByText(/budget/i)
        .first()
        .isVisible(),
    );
    await say(screen, 'Still there?');
    await hears(screen, 'Still there?');
    expect(screen.problems).toEqual([]);
  });
});
