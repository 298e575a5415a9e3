import type { Message } from '@loggia/protocol';
import type { Guidance, Rule } from '@loggia/sessions/equipment';
import { guidanceFor, rulesForFiles, type UsableLeaf } from './guidance.ts';
import { toolsOfPersona } from './persona-tools.ts';
import { childrenOf } from './planned.ts';
import type { EquipmentPorts } from './ports.ts';
import type { SessionPlan } from './session-plan.ts';

/** The additions of a session's plan to a message. Without a plan, there are none. */
export async function guidanceIn(
  plan: SessionPlan | undefined,
  message: Message,
  report: EquipmentPorts['report'],
): Promise<Guidance> {
  await plan?.skillsListed();
  const guidance = await guidanceFor(message, usableLeaves(plan), report);
  const { persona } = guidance;
  if (!persona?.tools) return guidance;
  const tools = toolsOfPersona(persona.tools, plan?.knownTools() ?? []);
  return { ...guidance, persona: { ...persona, tools } };
}

export function rulesIn(
  plan: SessionPlan | undefined,
  files: readonly string[],
  report: EquipmentPorts['report'],
): Promise<readonly Rule[]> {
  return rulesForFiles(files, plan?.folders ?? [], usableLeaves(plan), report);
}

/** Those that are on and trusted now. */
export function usableLeaves(
  plan: SessionPlan | undefined,
): (UsableLeaf & { readonly plugin: { readonly id: string; readonly name: string } })[] {
  if (!plan) return [];
  return plan.entries.flatMap((entry) => {
    if (!plan.isOn(entry)) return [];
    return childrenOf(entry).flatMap((leaf) => {
      if (leaf.type !== 'leaf' || !plan.isOn(leaf) || plan.trustIn(entry, leaf) !== 'trusted') return [];
      const plugin = { id: entry.id, name: entry.name };
      return [{ leaf, container: entry.name, plugin, mustMatch: plan.isHeldTo(entry) }];
    });
  });
}
