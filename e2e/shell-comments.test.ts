import { annotationsUri, attachedAnnotationsOf, type AnnotationsState } from '@loggia/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { until } from './src/process/until.ts';

describe.skipIf(noBrowser !== undefined)(inBrowser('comments'), () => {
  let product: Product;

  beforeAll(async () => {
    product = await Product.start();
    const api = new Api(() => product.data.endpoint());
    const { id: workspace } = await api.firstWorkspace();
    await api.create({ workspace, title: 'Budget', fileName: 'Budget.md', content: { text: 'Rent 900' } });
  });
  afterAll(() => product[Symbol.asyncDispose]());

  test('A6: a comment on an artifact is answered, resolved, and sent to the agent', async () => {
    const chat = await product.session();
    const view = product.client.ahp.subscribe<AnnotationsState>(annotationsUri(chat.session));
    await view.ready;
    const comments = () => view.confirmed?.annotations ?? [];
    const screen = await product.screen();
    const { page } = screen;
    await page.getByRole('option').filter({ hasText: 'Budget' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Comment…' }).click();
    const panel = page.getByRole('region', { name: 'Comments of this session' });
    await panel.getByRole('textbox', { name: 'Comment' }).fill('Rent went up.');
    await panel.getByRole('button', { name: 'Add comment' }).click();
    await until('the host has it', () => comments().length === 1);
    expect(comments()).toMatchObject([{ resolved: false, entries: [{ text: 'Rent went up.' }] }]);

    const comment = panel.getByRole('article', { name: 'Comment on Budget' });
    await comment.getByRole('button', { name: 'Reply' }).click();
    await comment.getByRole('textbox', { name: 'Reply' }).fill('To 950.');
    await comment.getByRole('button', { name: 'Reply' }).click();
    // The field still has the text for a moment.
    await comment.getByRole('paragraph').filter({ hasText: 'To 950.' }).waitFor();

    await panel.getByRole('button', { name: 'Send to the agent' }).click();
    await page.getByRole('list', { name: 'Attachments' }).getByText('1 comment').waitFor();
    await screen.composer.fill('Please fix.');
    await screen.composer.press('Enter');
    await until('it is said', () => chat.said.length === 1);
    const [attached] = chat.said[0]?.attachments ?? [];
    expect(attached && attachedAnnotationsOf(attached)?.text).toMatch(
      /^Comment on “Budget” \(artifact:.*\):\n- Rent went up\.\n- To 950\.$/,
    );

    await comment.getByRole('button', { name: 'Resolve' }).click();
    await panel.getByText('No open comments.').waitFor();
    await until('it is resolved', () => comments()[0]?.resolved === true);
    expect(screen.problems).toEqual([]);
  });
});
