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
