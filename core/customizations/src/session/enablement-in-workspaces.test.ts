import { workspaceUri, type Enablement } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { folderWith, MemoryRecords, Rig, uriOf } from './rig.testkit.ts';

const [inA, inB] = ['ahp-session:/a', 'ahp-session:/b'];
const [deskA, deskB] = [workspaceUri('a'), workspaceUri('b')];
const off: Enablement = { kind: 'workspace', uri: deskA, enabled: false };

interface Made {
  readonly plugins?: readonly string[];
  readonly records?: MemoryRecords;
  readonly folder?: string;
}

/** Two workspaces, each with a session that works in the same folder. */
async function twoWorkspaces({ plugins = [], records = new MemoryRecords(), folder }: Made = {}) {
  const rig = new Rig({ servers: ['own'], plugins: [...plugins], records });
  for (const name of ['a', 'b']) {
    const project = { uri: workspaceUri(name), displayName: name };
    const workingDirectories = folder === undefined ? [] : [uriOf(folder)];
    await rig.session(workspaceUri(name), { project });
    await rig.session(`ahp-session:/${name}`, { project, workingDirectories });
  }
  return rig;
}

function toggle(rig: Rig, uri: string, id: string, ...enablement: Enablement[]): void {
  rig.dispatch(uri, { type: 'session/customizationToggled', id, enablement });
}

function statesOf(rig: Rig, name: string): string[] {
  return [deskA, inA, deskB, inB].map((uri) => rig.server(uri, name).state.kind);
}

describe('D5, F2: a server that is turned off in a workspace', () => {
  it('is off for its desk and its sessions, also new ones and after a restart, and on elsewhere', async () => {
    const records = new MemoryRecords();
    const rig = await twoWorkspaces({ records });
    toggle(rig, deskA, rig.server(deskA, 'own').id, off);
    expect(statesOf(rig, 'own')).toEqual(['stopped', 'stopped', 'starting', 'starting']);
    expect(rig.server(inA, 'own').enablement).toEqual([off]);
    // Neither handlers of types nor the Views of its artifacts get to it.
    expect(rig.equipment.servers(deskA)).toMatchObject([{ name: 'own', usable: false }]);
    const project = { uri: deskA, displayName: 'a' };
    const later = await rig.session('ahp-session:/later', { project });
    expect(rig.server(later, 'own')).toMatchObject({ enablement: [off], state: { kind: 'stopped' } });
    rig.equipment.stop();
    const again = await twoWorkspaces({ records });
    expect(statesOf(again, 'own')).toEqual(['stopped', 'stopped', 'starting', 'starting']);
  });

  it('is turned on again from any of its sessions, for one of them or for all', async () => {
    const rig = await twoWorkspaces();
    const { id } = rig.server(deskA, 'own');
    toggle(rig, deskA, id, off);
    toggle(rig, inA, id, { kind: 'session', enabled: true }, off);
    expect(statesOf(rig, 'own')).toEqual(['stopped', 'starting', 'starting', 'starting']);
    toggle(rig, inA, id);
    expect(statesOf(rig, 'own')).toEqual(['starting', 'starting', 'starting', 'starting']);
  });

  it('gives way to a decision for the folder, which leaves it as it was', async () => {
    const folder = folderWith({});
    const rig = await twoWorkspaces({ folder });
    const { id } = rig.server(deskA, 'own');
    const on: Enablement = { kind: 'workspace', uri: uriOf(folder), enabled: true };
    toggle(rig, deskA, id, off);
    toggle(rig, inA, id, on, off);
    expect(rig.server(inA, 'own')).toMatchObject({ enablement: [on], state: { kind: 'starting' } });
    toggle(rig, inA, id, on, { kind: 'global', enabled: true });
    expect(rig.server(deskA, 'own').enablement).toEqual([off, { kind: 'global', enabled: true }]);
    toggle(rig, inA, id);
    expect(rig.server(inA, 'own').enablement).toEqual([off]);
  });

  it('takes its plugin, and the skills in that, along', async () => {
    const plugin = folderWith({
      '.mcp.json': { mcpServers: { p: { command: 'p' } } },
      'skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies up\n---\nSweep.',
    });
    const rig = await twoWorkspaces({ plugins: [plugin] });
    const message = { text: '/tidy', origin: { kind: 'user' } };
    const id = rig.shown(deskA).find(({ type }) => type === 'plugin')?.id ?? '';
    toggle(rig, deskA, id, off);
    expect(statesOf(rig, 'p')).toEqual(['stopped', 'stopped', 'starting', 'starting']);
    expect((await rig.equipment.guidance(inA, message)).skills).toEqual([]);
    expect((await rig.equipment.guidance(inB, message)).skills).toMatchObject([{ name: 'tidy' }]);
  });

  it('was off for the desk alone in an earlier version, and is off for its sessions from now on', async () => {
    const rig = await twoWorkspaces();
    const { id } = rig.server(deskA, 'own');
    const project = { uri: deskA, displayName: 'a' };
    const kept = rig.shown(deskA).map((entry) => ({
      ...entry,
      ...(entry.id === id && { enablement: [{ kind: 'session' as const, enabled: false }] }),
    }));
    rig.equipment.stop();
    const again = new Rig({ servers: ['own'], records: rig.records });
    await again.session(deskA, { project, customizations: kept });
    await again.session(inA, { project });
    expect(again.server(deskA, 'own').enablement).toEqual([off]);
    expect(again.server(inA, 'own').enablement).toEqual([off]);
  });

  it('is forgotten with the workspace', async () => {
    const rig = await twoWorkspaces();
    toggle(rig, deskA, rig.server(deskA, 'own').id, off);
    await rig.equipment.forgetWorkspace('a');
    expect(await rig.records.list('enablement')).toEqual([]);
  });
});

describe('D5, L5: the command that turns things on and off', () => {
  it('decides for a session, a workspace or everywhere, and removes the decision again', async () => {
    const rig = await twoWorkspaces();
    const set = (session: string | undefined, enabled?: boolean) =>
      rig.equipment.setEnabled({ customization: 'own', session, enabled });
    expect(await set(deskA, false)).toEqual({ enabled: false, enablement: [off] });
    expect(statesOf(rig, 'own')).toEqual(['stopped', 'stopped', 'starting', 'starting']);
    await set(undefined, false);
    expect(await set(inB, true)).toMatchObject({ enabled: true });
    expect(statesOf(rig, 'own')).toEqual(['stopped', 'stopped', 'stopped', 'starting']);
    await set(undefined);
    expect(await set(deskA)).toEqual({ enabled: true, enablement: [] });
    expect(statesOf(rig, 'own')).toEqual(['starting', 'starting', 'starting', 'starting']);
  });

  it('says what to do about a name that nothing, or more than one thing, has', async () => {
    const plugin = folderWith({ '.mcp.json': { mcpServers: { own: { command: 'p' } } } });
    const rig = await twoWorkspaces({ plugins: [plugin] });
    const set = (customization: string) => rig.equipment.setEnabled({ customization, enabled: false });
    await expect(set('gone')).rejects.toThrow('List the servers and plugins');
    await expect(set('own')).rejects.toThrow('Name one by its id');
  });

  it('is shown in the reports of servers, which also say when nobody uses them', async () => {
    const rig = await twoWorkspaces();
    const reportIn = async (session: string) =>
      (await rig.equipment.listServers({ session })).servers.find(({ name }) => name === 'own');
    await rig.equipment.setEnabled({ customization: 'own', session: deskA, enabled: false });
    expect(await reportIn(inA)).toMatchObject({ enabled: false, enablement: [off] });
    expect(await reportIn(inB)).not.toHaveProperty('idle');
    rig.sessions.create('ahp-session:/quiet', { project: { uri: deskB, displayName: 'b' } });
    expect(await reportIn('ahp-session:/quiet')).toMatchObject({ idle: true, state: { kind: 'stopped' } });
  });
});
