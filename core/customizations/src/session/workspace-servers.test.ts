import { workspaceUri } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { byPerson, MemoryRecords, Rig, runningCall } from './rig.testkit.ts';
import type { AskedBy } from './service.ts';

const person: AskedBy = { person: true, artifacts: [] };
const settings = { command: 'tracker' };

/** Two workspaces, each with a session, and a server that only the first one has. */
async function twoWorkspaces(records = new MemoryRecords()) {
  const rig = new Rig({ servers: ['own'], records });
  for (const name of ['a', 'b']) {
    const project = { uri: workspaceUri(name), displayName: name };
    await rig.session(workspaceUri(name), { project });
    await rig.session(`ahp-session:/${name}`, { project });
  }
  const { id } = await rig.equipment.addServer({ name: 'tracker', settings, workspace: 'a' }, person);
  rig.gateway.named('tracker').becomeReady(['track']);
  return { rig, id };
}

function namesIn(rig: Rig, uri: string): string[] {
  return rig.shown(uri).map(({ name }) => name);
}

describe('F2: a server that was added to one workspace', () => {
  it('is there for the workspace and its sessions, and for nobody in another workspace', async () => {
    const { rig, id } = await twoWorkspaces();
    expect(namesIn(rig, workspaceUri('a'))).toEqual(['own', 'tracker']);
    expect(namesIn(rig, 'ahp-session:/a')).toEqual(['own', 'tracker']);
    expect(namesIn(rig, workspaceUri('b'))).toEqual(['own']);
    expect(namesIn(rig, 'ahp-session:/b')).toEqual(['own']);
    expect(rig.equipment.tool('ahp-session:/a', 'track')).toMatchObject({ customizationId: id });
    // An agent's call.
    const report = await rig.equipment.call(runningCall('ahp-session:/b', 'track'));
    expect(report).toMatchObject({ result: { success: false, error: { code: 'unknownTool' } } });
    // A handler of types, and the channel that Views use.
    const inB = rig.equipment.servers(workspaceUri('b')) ?? [];
    expect(inB.map(({ name }) => name)).toEqual(['own']);
    expect(rig.channels.opened.size).toBe(2);
    for (const uri of [workspaceUri('a'), 'ahp-session:/a'])
      expect(rig.server(uri, 'tracker').channel).toMatch(/^mcp:/);
    // A command about the other workspace or one of its sessions.
    for (const session of [workspaceUri('b'), 'ahp-session:/b']) {
      const call = rig.equipment.callTool({ server: id, session, tool: 'track' }, byPerson);
      await expect(call).rejects.toMatchObject({ kind: 'NotFound' });
      await expect(rig.equipment.startServer({ server: id, session })).rejects.toThrow('There is no server');
      await expect(rig.equipment.listPrompts({ server: id, session })).rejects.toThrow('There is no server');
    }
  });

  it('is offered to a new session of that workspace alone, and not declared for all of them', async () => {
    const { rig } = await twoWorkspaces();
    const offeredIn = async (name: string) => {
      const { values } = await rig.equipment.resolveConfig({ project: workspaceUri(name) });
      return (values['mcpServers'] as { name: string }[]).map((server) => server.name);
    };
    expect(await offeredIn('a')).toEqual(['own', 'tracker']);
    expect(await offeredIn('b')).toEqual(['own']);
    expect(rig.equipment.declared().map(({ name }) => name)).toEqual(['own']);
  });

  it('is listed for the host with its workspace, edited there, and the same after a restart', async () => {
    const records = new MemoryRecords();
    const { rig, id } = await twoWorkspaces(records);
    const source = { kind: 'added', workspace: 'a' };
    const tracker = async (from: Rig) =>
      (await from.equipment.listServers({})).servers.find((server) => server.id === id);
    expect(await tracker(rig)).toMatchObject({ name: 'tracker', source, trusted: true });
    await rig.equipment.editServer({ server: 'tracker', name: 'issues', settings });
    expect(namesIn(rig, workspaceUri('a'))).toEqual(['own', 'issues']);
    expect(namesIn(rig, workspaceUri('b'))).toEqual(['own']);
    const again = new Rig({ servers: ['own'], records });
    expect(await tracker(again)).toMatchObject({ name: 'issues', source });
    const project = { uri: workspaceUri('b'), displayName: 'b' };
    expect(namesIn(again, await again.session('ahp-session:/b', { project }))).toEqual(['own']);
  });

  it('shares its name with servers of other workspaces, but not with one that its workspace has', async () => {
    const { rig, id } = await twoWorkspaces();
    const add = (name: string, workspace?: string) =>
      rig.equipment.addServer({ name, settings, ...(workspace !== undefined && { workspace }) }, person);
    const { id: other } = await add('tracker', 'b');
    expect(other).not.toBe(id);
    await expect(add('tracker', 'a')).rejects.toMatchObject({ kind: 'AlreadyExists' });
    await expect(add('tracker')).rejects.toMatchObject({ kind: 'AlreadyExists' });
    await expect(add('own', 'a')).rejects.toMatchObject({ kind: 'AlreadyExists' });
    await expect(rig.equipment.stopServer({ server: 'tracker' })).rejects.toThrow(
      `Name one by its id: ${id} (in the workspace a), ${other} (in the workspace b).`,
    );
    await add('issues', 'b');
    const renamed = rig.equipment.editServer({ server: other, name: 'issues', settings });
    await expect(renamed).rejects.toMatchObject({ kind: 'AlreadyExists' });
    await rig.equipment.editServer({ server: id, name: 'issues', settings });
  });

  it('is removed with its workspace, and with every decision about it', async () => {
    const { rig, id } = await twoWorkspaces();
    await rig.equipment.forgetWorkspace('b');
    expect(namesIn(rig, 'ahp-session:/a')).toEqual(['own', 'tracker']);
    await rig.equipment.forgetWorkspace('a');
    expect(namesIn(rig, 'ahp-session:/a')).toEqual(['own']);
    expect(rig.gateway.signedOut).toEqual([id]);
    expect((await rig.equipment.listTrust()).sources).toEqual([]);
  });

  it('L5: has a name that a command line does not take for an option, now and after an edit', async () => {
    const { rig, id } = await twoWorkspaces();
    const added = rig.equipment.addServer({ name: '-x', settings }, person);
    await expect(added).rejects.toThrow('The name of a server can\'t begin with "-".');
    const renamed = rig.equipment.editServer({ server: id, name: '-x', settings });
    await expect(renamed).rejects.toThrow('The name of a server can\'t begin with "-".');
  });

  it('needs a workspace that exists, and a person who adds it', async () => {
    const { rig } = await twoWorkspaces();
    const added = { name: 'x', settings, workspace: 'gone' };
    await expect(rig.equipment.addServer(added, person)).rejects.toThrow('There is no workspace "gone".');
    const delegate: AskedBy = { person: false, artifacts: ['artifact'] };
    const registered = rig.equipment.addServer({ ...added, workspace: 'a' }, delegate);
    await expect(registered).rejects.toMatchObject({ kind: 'PermissionDenied' });
    expect((await rig.equipment.listServers({})).servers.map(({ name }) => name)).toEqual(['own', 'tracker']);
  });
});
