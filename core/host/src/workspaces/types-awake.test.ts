import { agentOf, localPrincipal } from '@loggia/access';
import type { Artifacts, Caller } from '@loggia/artifacts';
import { ArtifactRig } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { artifactCaller } from '../commands/artifact-caller.ts';
import { withTypesAwake } from './types-awake.ts';

const person = artifactCaller(localPrincipal);
const agent = artifactCaller(agentOf(localPrincipal));

let rig: ArtifactRig;
let artifacts: Artifacts;
let workspace: string;
const woken: string[] = [];

beforeEach(async () => {
  rig = await ArtifactRig.open();
  workspace = await rig.workspace();
  artifacts = withTypesAwake(rig.artifacts, async (one) => woken.push(one));
  woken.length = 0;
});
afterEach(() => rig.close());

/** Each way to change an artifact that leaves it as the next one needs it. */
function changes(id: string): Record<string, (caller: Caller) => Promise<unknown>> {
  const one = { artifact: id };
  const all = { artifacts: [id] };
  return {
    updateArtifact: (caller) => artifacts.updateArtifact({ ...one, context: { a: 1 } }, caller),
    replaceContent: (caller) => artifacts.replaceContent(one, Buffer.from('x'), caller),
    discardDraft: (caller) => artifacts.discardDraft(one, caller),
    restoreVersion: (caller) => artifacts.restoreVersion({ ...one, version: 1 }, caller),
    archiveArtifacts: (caller) => artifacts.archiveArtifacts(all, caller),
    unarchiveArtifacts: (caller) => artifacts.unarchiveArtifacts(all, caller),
    deleteArtifacts: (caller) => artifacts.deleteArtifacts(all, caller),
    undeleteArtifacts: (caller) => artifacts.undeleteArtifacts(all, caller),
  };
}

test('H5: whoever may lack a permission changes nothing before the types are known', async () => {
  const { id } = await rig.committed(workspace);
  for (const [name, change] of Object.entries(changes(id))) {
    woken.length = 0;
    await change(agent);
    expect([name, woken]).toEqual([name, [workspace]]);
  }
});

test('H5: a person, who holds every permission, does not wait for servers', async () => {
  const { id } = await rig.committed(workspace);
  for (const change of Object.values(changes(id))) await change(person);
  expect(woken).toEqual([]);
});

test('F4: what is created or committed is checked by types that are known, whoever does it', async () => {
  const { artifact } = await artifacts.createArtifact({ workspace, title: 'a' }, person);
  await artifacts.previewCommit({ artifacts: [artifact.id] }, person);
  await artifacts.commitArtifacts({ artifacts: [{ id: artifact.id }], message: 'm' }, person);
  expect(woken).toEqual([workspace, workspace, workspace]);
});
