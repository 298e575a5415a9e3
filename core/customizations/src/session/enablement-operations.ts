import { ProtocolError, workspaceOf, type Enablement } from '@loggia/protocol';
import type { OperationPorts } from './operation-ports.ts';
import { childrenOf, type PlannedPart } from './planned.ts';
import type { EnablementOperations } from './service.ts';

/** The decision for a session, a workspace or, without either, for everywhere. */
export function createEnablementOperations({ plan, refreshAll }: OperationPorts): EnablementOperations {
  return {
    async setEnabled({ customization, session, enabled }) {
      const worn = await plan(session);
      const part = partNamed(
        worn.entries.flatMap((entry) => [entry, ...childrenOf(entry)]),
        customization,
      );
      const { kind } = scopeOf(session);
      const others = worn.enablementOf(part).filter((decision) => decision.kind !== kind);
      worn.decide(part.id, enabled === undefined ? others : [...others, { ...scopeOf(session), enabled }]);
      // Others may have the same workspace, and everybody has what counts everywhere.
      refreshAll();
      return { enabled: worn.isOn(part), enablement: worn.enablementOf(part) };
    },
  };
}

type Scope = Enablement extends infer Kind
  ? Kind extends Enablement
    ? Omit<Kind, 'enabled'>
    : never
  : never;

function scopeOf(session: string | undefined): Scope {
  if (session === undefined) return { kind: 'global' };
  return workspaceOf(session) === undefined ? { kind: 'session' } : { kind: 'workspace', uri: session };
}

/** By id, or by name if it is unique. */
function partNamed(parts: readonly PlannedPart[], wanted: string): PlannedPart {
  const byId = parts.find(({ id }) => id === wanted);
  if (byId) return byId;
  const [only, ...others] = parts.filter((part) => nameOf(part) === wanted);
  if (only && others.length === 0) return only;
  if (only) {
    const ids = [only, ...others].map(({ id }) => id).join(', ');
    const message = `Several customizations are called "${wanted}". Name one by its id: ${ids}.`;
    throw new ProtocolError('InvalidParams', message);
  }
  const message = `There is no server, plugin or part of a plugin "${wanted}" here. List the servers and plugins.`;
  throw new ProtocolError('NotFound', message);
}

function nameOf(part: PlannedPart): string {
  return part.type === 'leaf' ? part.declared.name : part.name;
}
