import { agentOf, localPrincipal } from '@loggia/access';
import { artifactCaller, type Artifacts, type Caller } from '@loggia/artifacts';
import { ArtifactRig } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withTypesAwake } from './types-awake.ts';

const known = 'application/vnd.acme.known';
const person = artifactCaller(localPrincipal);
const agent = artifactCaller(agentOf(localPrincipal));

let rig: ArtifactRig;
let artifacts: Artifacts;
let workspace: string;
const woken: string[] = [];

beforeEach(async () => {
  rig = await ArtifactRig.open();
  workspace = await rig.workspace();
  artifacts = withTypesAwake(rig.artifacts, {
    wake: async (one) => woken.push(one),
    isKnown: (_, type) => type === known,
  });
  woken.length = 0;
});
afterEach(() => rig.close());

/** Each way to change an artifact, in an order in which each leaves the state that the next one needs. */
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

test('H5: nobody waits where it is clear what the type needs, unless another type comes into it', async () => {
  const { id } = await rig.committed(workspace, { type: known });
  const { discardDraft, restoreVersion, ...others } = changes(id);
  for (const change of Object.values(others)) await change(agent);
  expect(woken).toEqual([]);
  await artifacts.updateArtifact({ artifact: id, type: 'application/vnd.acme.other' }, agent);
  expect(woken).toEqual([workspace]);
  for (const change of [discardDraft, restoreVersion]) await change?.(agent);
  expect(woken).toEqual([workspace, workspace, workspace]);
});

test('H5: a selection by an agent wakes every workspace that it touches', async () => {
  const other = await rig.workspace('Other');
  const ids = [(await rig.create(workspace)).id, (await rig.create(other)).id];
  await artifacts.archiveArtifacts({ artifacts: ids }, agent);
  expect(woken).toEqual([workspace, other]);
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
