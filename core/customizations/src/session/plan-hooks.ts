import type { HookRequest, HookVerdict } from '@loggia/sessions/equipment';
import { SessionHooks, type HookedTool, type UsableHook } from '../hooks/session-hooks.ts';
import { localPath } from './folders.ts';
import { usableLeaves } from './plan-guidance.ts';
import type { EquipmentPorts } from './ports.ts';
import type { SessionPlan } from './session-plan.ts';

/** The hooks of all plans. */
export class PlanHooks {
  readonly #ports: EquipmentPorts;
  readonly #hooks = new WeakMap<SessionPlan, SessionHooks>();

  constructor(ports: EquipmentPorts) {
    this.#ports = ports;
  }

  at(plan: SessionPlan, request: HookRequest): Promise<HookVerdict> {
    const hooks = this.#hooks.get(plan) ?? this.#hooksOf(plan);
    this.#hooks.set(plan, hooks);
    return hooks.at(request);
  }

  #hooksOf(plan: SessionPlan): SessionHooks {
    const { gateway, principal, clock } = this.#ports;
    return new SessionHooks({
      gateway,
      principal,
      clock,
      usable: () => hooksIn(plan),
      folder: () => plan.folders.map(localPath).find((folder) => folder !== undefined),
      tool: (name) => hookedTool(plan, name),
      report: (problem, error) => this.#ports.report(problem, error),
    });
  }
}

/** The hooks that are on and trusted now. Those of a plugin that lies with its client can't run here. */
function hooksIn(plan: SessionPlan): readonly UsableHook[] {
  return usableLeaves(plan).flatMap(({ leaf, plugin }) => {
    const { declared, files, id, fingerprint = '' } = leaf;
    const root = files?.path;
    if (declared.type !== 'hook' || !declared.hook || root === undefined) return [];
    return [{ key: `${id} ${fingerprint}`, plugin, root, hook: declared.hook }];
  });
}

/** A tool as matchers of hooks may name it: as the agent does, as its server does, or by both. */
function hookedTool(plan: SessionPlan, name: string): HookedTool | undefined {
  const known = plan.knownTools().find((tool) => tool.name === name);
  if (!known) return undefined;
  const shown = `mcp__${known.serverName.replaceAll(/[^\w-]/g, '_')}__${known.ownName}`;
  return { shown, names: [name, known.ownName, shown] };
}
