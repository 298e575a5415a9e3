import { workspaceUri } from '@loggia/protocol';
import { ArtifactRig } from '@loggia/testing/artifacts';
import { expect, onTestFinished, test } from 'vitest';
import { WorkspaceSettings } from './workspace-settings.ts';

test('F2: settings of a workspace are kept, changed one by one, and forgotten with it', async () => {
  const { kernel, close } = await opened();
  onTestFinished(close);
  const settings = new WorkspaceSettings(kernel);
  settings.change('a', { agent: 'operator', confirm: 'always' });
  settings.change('a', { confirm: 'never' });
  settings.change('b', { confirm: 'writes' });
  await kernel.settled();
  const again = new WorkspaceSettings(kernel);
  await again.load();
  expect(again.of('a')).toEqual({ agent: 'operator', confirm: 'never' });
  expect(again.inProject(workspaceUri('b'))).toEqual({ confirm: 'writes' });
  for (const elsewhere of [undefined, workspaceUri('c'), 'file:///a'])
    expect(again.inProject(elsewhere)).toEqual({});
  again.change('a', { agent: null });
  expect(again.of('a')).toEqual({ confirm: 'never' });
  again.change('a', { confirm: null });
  again.forget('b');
  await kernel.settled();
  const last = new WorkspaceSettings(kernel);
  await last.load();
  expect([last.of('a'), last.of('b')]).toEqual([{}, {}]);
});

async function opened() {
  const rig = await ArtifactRig.open();
  return { kernel: rig.kernel, close: () => rig.close() };
}
