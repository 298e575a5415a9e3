import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inBrowser, noBrowser, Product } from './src/browser.ts';
import { until } from './src/process/until.ts';

test.skipIf(noBrowser !== undefined)(
  inBrowser('CH2, CH3: the changes of a turn show their differences, and are kept, reverted or refused'),
  async () => {
    await using product = await Product.start();
    const at = (name: string): string => path.join(product.data.path, 'workspace', name);
    writeFileSync(at('plan.txt'), 'one\ntwo\n');
    const chat = await product.session();
    chat.say(`/write ${JSON.stringify({ [at('plan.txt')]: 'one\n2\n', [at('new.txt')]: 'new\n' })}`);
    await until('the turn is over', () => (chat.state?.turns.length ?? 0) > 0);
    const screen = await product.screen();
    const { page } = screen;
    await screen.open(chat);
    const changes = page.getByRole('region', { name: 'Changes to files' });
    await changes.getByRole('button', { name: '2 files changed' }).click();
    await changes.getByRole('button', { name: /^plan\.txt/ }).click();
    await changes.getByText('− two').waitFor();
    await changes.getByText('+ 2', { exact: true }).waitFor();

    writeFileSync(at('plan.txt'), 'one\n2\nmine\n');
    const revert = async (name: string): Promise<void> => {
      await changes.getByRole('button', { name: `Revert ${name}` }).click();
      await page
        .getByRole('dialog', { name: `Revert ${name}?` })
        .getByRole('button', { name: 'Revert' })
        .click();
    };
    await revert('plan.txt');
    await changes.getByRole('alert').getByText('plan.txt was changed after this turn.').waitFor();
    expect(readFileSync(at('plan.txt'), 'utf8')).toBe('one\n2\nmine\n');
    await changes.getByRole('button', { name: 'Keep plan.txt' }).click();
    await changes.getByText('Kept', { exact: true }).waitFor();
    await revert('new.txt');
    await changes.getByRole('button', { name: '1 file changed' }).waitFor();
    expect(existsSync(at('new.txt'))).toBe(false);
    expect(screen.problems).toEqual([]);
  },
  180_000,
);

const numbers = Array.from({ length: 30 }, (_, index) => `${index + 1}`);
const withLines = (changed: Readonly<Record<number, string>>): string =>
  `${numbers.map((line, index) => changed[index + 1] ?? line).join('\n')}\n`;

test.skipIf(noBrowser !== undefined)(
  inBrowser('CH9: hunks of a file are kept and reverted one by one, with the keyboard as well'),
  async () => {
    await using product = await Product.start();
    const file = path.join(product.data.path, 'workspace', 'plan.txt');
    writeFileSync(file, withLines({}));
    const chat = await product.session();
    const written = withLines({ 2: 'two', 15: 'fifteen', 28: 'twenty-eight' });
    chat.say(`/write ${JSON.stringify({ [file]: written })}`);
    await until('the turn is over', () => (chat.state?.turns.length ?? 0) > 0);
    const screen = await product.screen();
    const { page } = screen;
    await screen.open(chat);
    const changes = page.getByRole('region', { name: 'Changes to files' });
    await changes.getByRole('button', { name: '1 file changed' }).click();
    const line = changes.getByRole('button', { name: /^plan\.txt/ });
    await line.click();

    const keep = changes.getByRole('button', { name: 'Keep lines 1 to 5 of plan.txt' });
    await keep.focus();
    await page.keyboard.press('Enter');
    await changes.getByText('Kept', { exact: true }).waitFor();
    await until('the focus is on the file', () =>
      line.evaluate((element) => element === document.activeElement),
    );
    await changes.getByRole('button', { name: 'Revert lines 12 to 18 of plan.txt' }).click();
    const question = page.getByRole('dialog', { name: 'Revert lines 12 to 18 of plan.txt?' });
    await question.getByRole('button', { name: 'Revert' }).click();
    await changes.getByText('+ fifteen').waitFor({ state: 'detached' });
    expect(readFileSync(file, 'utf8')).toBe(withLines({ 2: 'two', 28: 'twenty-eight' }));

    await changes.getByRole('button', { name: 'Revert the rest of plan.txt' }).click();
    await page
      .getByRole('dialog', { name: 'Revert plan.txt?' })
      .getByRole('button', { name: 'Revert' })
      .click();
    await changes.getByText('+ twenty-eight').waitFor({ state: 'detached' });
    expect(readFileSync(file, 'utf8')).toBe(withLines({ 2: 'two' }));
    expect(screen.problems).toEqual([]);
  },
  180_000,
);

test.skipIf(noBrowser !== undefined)(
  inBrowser('CH2, CH9: one screen has everything that a session changed, and says so when there is nothing'),
  async () => {
    await using product = await Product.start();
    const at = (name: string): string => path.join(product.data.path, 'workspace', name);
    writeFileSync(at('plan.txt'), withLines({}));
    const chat = await product.session();
    const screen = await product.screen();
    const { page } = screen;
    await screen.open(chat);
    await page.getByRole('button', { name: 'More for this session' }).click();
    await page.getByRole('menuitem', { name: 'Changes to files…' }).click();
    const all = page.getByRole('dialog', { name: 'Changes to files' });
    await all.getByRole('heading', { name: 'No changes' }).waitFor();
    await all.getByRole('button', { name: 'Close' }).click();
    await all.waitFor({ state: 'detached' });

    chat.say(`/write ${JSON.stringify({ [at('plan.txt')]: withLines({ 2: 'two' }) })}`);
    await until('the first turn is over', () => chat.state?.turns.length === 1);
    const second = { [at('plan.txt')]: withLines({ 2: 'two', 28: 'last' }), [at('new.txt')]: 'new\n' };
    chat.say(`/write ${JSON.stringify(second)}`);
    await page.getByRole('button', { name: 'Changes to 2 files' }).click();
    await all.getByText('2 files changed in this session').waitFor();
    await all.getByRole('button', { name: /^plan\.txt/ }).click();
    await all.getByText('+ two').waitFor();
    const hunk = all.getByRole('button', { name: 'Revert lines 25 to 30 of plan.txt' });
    await hunk.click();
    const question = page.getByRole('dialog', { name: 'Revert lines 25 to 30 of plan.txt?' });
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await hunk.click();
    const revert = (name: string): Promise<void> =>
      page.getByRole('dialog', { name }).getByRole('button', { name: 'Revert', exact: true }).click();
    await revert('Revert lines 25 to 30 of plan.txt?');
    await all.getByText('+ last').waitFor({ state: 'detached' });
    expect(readFileSync(at('plan.txt'), 'utf8')).toBe(withLines({ 2: 'two' }));
    await all.getByRole('button', { name: 'Revert all' }).click();
    await revert('Revert 2 files?');
    await all.getByRole('heading', { name: 'No changes' }).waitFor();
    expect(readFileSync(at('plan.txt'), 'utf8')).toBe(withLines({}));
    expect(existsSync(at('new.txt'))).toBe(false);
    expect(screen.problems).toEqual([]);
  },
  180_000,
);
