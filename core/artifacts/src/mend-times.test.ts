import { ArtifactRig, me } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, expect, test } from 'vitest';

let rig: ArtifactRig;
let workspace: string;
const year = 365 * 24 * 60 * 60_000;

beforeEach(async () => {
  rig = await ArtifactRig.open();
  workspace = await rig.workspace();
});

afterEach(() => rig.close());

async function titles(): Promise<string[]> {
  const { artifacts } = await rig.artifacts.listArtifacts({ workspace, order: 'modified' }, me);
  return artifacts.map(({ title }) => title);
}

test('F1: what was made while the clock was ahead does not stay on top of the list', async () => {
  await rig.create(workspace, { title: 'before' });
  rig.clock.advance(10 * year);
  await rig.create(workspace, { title: 'ahead, first' });
  rig.clock.advance(1_000);
  const second = await rig.create(workspace, { title: 'ahead, second' });
  rig.clock.advance(-10 * year);
  rig.clock.advance(60_000);
  expect(await titles()).toEqual(['ahead, second', 'ahead, first', 'before']);

  expect(await rig.artifacts.mendTimes()).toEqual({ mended: 2 });
  rig.clock.advance(60_000);
  await rig.create(workspace, { title: 'after' });
  expect(await titles()).toEqual(['after', 'ahead, second', 'ahead, first', 'before']);
  const { artifact } = await rig.artifacts.getArtifact({ artifact: second.id }, me);
  expect(Date.parse(artifact.modifiedAt)).toBeLessThanOrEqual(rig.clock.now());
  expect(await rig.artifacts.mendTimes()).toEqual({ mended: 0 });
});
