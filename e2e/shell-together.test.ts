import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Conversation, type Screen } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { Line } from './src/process/line.ts';
import { until } from './src/process/until.ts';
import { programOf, stdio } from './src/servers/reference-servers.ts';

const outOfReach = /The host is out of reach/;
/** What a browser says of a host that does not answer is no problem of the page. */
const expected = [/ERR_|WebSocket|Failed to (?:load|fetch)/i];

describe.skipIf(noBrowser !== undefined)(inBrowser('two browsers on one host'), () => {
  let product: Product;
  let line: Line;
  let api: Api;
  let workspace: string;

  beforeAll(async () => {
    line = await Line.to(() =>
      product.host.isRunning ? Number(new URL(product.host.endpoint.http).port) : undefined,
    );
    product = await Product.start(
      { budget: stdio(programOf('budget-allocator'), '--stdio') },
      { allowedHosts: [new URL(line.origin).host] },
    );
    api = new Api(() => product.data.endpoint());
    workspace = (await api.firstWorkspace()).id;
  });

  afterAll(async () => {
    await product[Symbol.asyncDispose]();
    await line[Symbol.asyncDispose]();
  });

  /** Its host can go away, and come back under the same address. */
  async function distant(): Promise<Screen> {
    const screen = await product.screen({ expected });
    await screen.page.goto(`${line.origin}/#token=${product.host.endpoint.token}`);
    await screen.page.locator('.frame').waitFor();
    return screen;
  }

  const windowOf = ({ page }: Screen, title: string | RegExp): Locator =>
    page.getByRole('dialog', { name: title });

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

  async function note(title: string): Promise<string> {
    return (await api.create({ workspace, title, fileName: 'note.txt', content: { text: title } })).id;
  }

  async function closeAll(): Promise<void> {
    const screen = await product.screen();
    await choose(screen, 'Close all windows');
    await screen.page.locator('.window').first().waitFor({ state: 'detached' });
  }

  test('F5, J1: what is opened, moved, made and closed on one is so on the other', async () => {
    const [one, other] = await Promise.all([product.screen(), product.screen()]);
    await choose(one, 'House rules');
    await windowOf(one, 'House rules').waitFor();
    await windowOf(other, 'House rules').waitFor();
    await choose(other, 'Window to the left half');
    await until('both have it on the left', async () => {
      const boxes = await Promise.all(
        [one, other].map((screen) => windowOf(screen, 'House rules').boundingBox()),
      );
      return JSON.stringify(boxes[0]) === JSON.stringify(boxes[1]) && (boxes[0]?.x ?? 999) < 100;
    });
    await note('Made meanwhile');
    await Promise.all([one, other].map(({ page }) => page.getByText('Made meanwhile').first().waitFor()));
    await windowOf(other, 'House rules').getByRole('button', { name: 'Close' }).click();
    await windowOf(one, 'House rules').waitFor({ state: 'detached' });
    expect([...one.problems, ...other.problems]).toEqual([]);
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

  test('A3, F5, J7: one that was cut off says so, keeps what is done on it, and catches up', async () => {
    const conversation = await product.session();
    const [here, away] = [await product.screen(), await distant()];
    await choose(away, 'House rules');
    await windowOf(here, 'House rules').waitFor();
    line.cut();
    await away.page.getByText(outOfReach).waitFor();
    // On either side of the cut.
    await choose(here, 'Cities');
    await windowOf(here, 'Cities').waitFor();
    await note('Made while it was away');
    conversation.say('Said while it was away');
    await windowOf(away, 'House rules').getByRole('button', { name: 'Close' }).click();
    await windowOf(away, 'House rules').waitFor({ state: 'detached' });
    expect(await windowOf(here, 'House rules').count()).toBe(1);
    expect(await windowOf(away, 'Cities').count()).toBe(0);
    line.mend();
    await away.page.getByText(outOfReach).waitFor({ state: 'detached' });
    await windowOf(away, 'Cities').waitFor();
    await windowOf(here, 'House rules').waitFor({ state: 'detached' });
    await away.page.getByText('Made while it was away').first().waitFor();
    await away.open(conversation);
    await hears(away, 'Said while it was away');
    expect([...here.problems, ...away.problems]).toEqual([]);
    await closeAll();
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
    const before = await until('it stands still', async () => {
      const [first, second] = [await place(), await place()];
      return first && JSON.stringify(first) === JSON.stringify(second) && first.x > 300 ? first : undefined;
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
    const reading = await until('it stands still', async () => {
      const [first, second] = [await inSight(screen), await inSight(screen)];
      return first.length > 0 && first.join() === second.join() ? first : undefined;
    });
    await page.reload();
    await until(
      'the same messages are in sight',
      async () => (await inSight(screen)).join() === reading.join(),
    );
    expect(screen.problems).toEqual([]);
    await closeAll();
  });

  test('A3, E8: the host is killed and started again; desk, Views and sessions go on', async () => {
    const conversation = await product.session('budget');
    await conversation.completed('get-budget-data');
    const screen = await distant();
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
