import { approvalOf } from './approval.ts';
import { diagnose, sandboxFinding, type Examined, type ExaminedContainer } from './diagnosis.ts';
import type { OperationPorts } from './operation-ports.ts';
import { placeNamed } from './place-named.ts';
import { untrustedSentence } from './present.ts';
import { ServerAccess } from './server-access.ts';
import type { DiagnosisOperation } from './service.ts';
import type { PlanServices, ServerInPlan } from './plan-services.ts';
import type { SessionPlan } from './session-plan.ts';

const lastLines = 5;

export function createDiagnosisOperation(operationPorts: OperationPorts): DiagnosisOperation {
  const { services, plan } = operationPorts;
  const { ports } = services;
  const access = new ServerAccess(operationPorts);

  return {
    async diagnose({ server, session }) {
      const worn = await plan(session);
      const places = server === undefined ? worn.places : [placeNamed(worn.places, server)];
      // A server that was never started can't show what is wrong with it.
      if (session === undefined) await Promise.all(places.map((place) => access.bringUp(worn, place)));
      const examined = await Promise.all(
        places.map(async (place): Promise<Examined> => {
          const { slot } = place;
          return {
            report: await access.report(worn, place),
            hindrance: worn.hindrance(place),
            unapproved: place.enabled ? unapprovedIn(place) : undefined,
            startingMs: slot.startingSince === undefined ? undefined : ports.clock.now() - slot.startingSince,
            lastLines: stderrOf(place),
            renamed: worn.tools
              .filter((named) => named.server === place.server.id && named.name !== named.tool.name)
              .map((named) => ({ from: named.tool.name, to: named.name })),
          };
        }),
      );
      const containers = server === undefined ? loadsOf(worn, services.trust) : [];
      const findings = diagnose(examined, containers);
      const isWhole = server === undefined && session === undefined;
      if (!isWhole) return { findings };
      const isWanted = places.some(({ server: { definition } }) => {
        const transport = definition?.transport;
        return transport?.kind === 'stdio' && transport.sandbox !== undefined;
      });
      return { findings: [...findings, sandboxFinding(await ports.gateway.sandboxing(), isWanted)] };
    },
  };
}

/** The decision needed before the server may start, and the clients' name for it. */
function unapprovedIn({ entry, approval }: ServerInPlan): Examined['unapproved'] {
  if (!approval || approval.decision === 'trusted') return undefined;
  return { kind: entry.type === 'mcpServer' ? 'approve' : 'trust', source: entry.trust ?? entry.uri };
}

function stderrOf({ slot }: ServerInPlan): string[] {
  const entries = slot.logs?.read().entries ?? [];
  return entries
    .filter(({ from }) => from === 'stderr')
    .slice(-lastLines)
    .map(({ text }) => text);
}

function loadsOf(worn: SessionPlan, trust: PlanServices['trust']): ExaminedContainer[] {
  const entries = new Map(worn.entries.map((entry) => [entry.id, entry]));
  return worn.present().flatMap((entry): ExaminedContainer[] => {
    if (entry.type === 'mcpServer' || !entry.load) return [];
    const { name, load } = entry;
    const planned = entries.get(entry.id);
    const approval = planned && approvalOf(trust, planned);
    const untrusted =
      planned?.trust !== undefined && approval && approval.decision !== 'trusted'
        ? { source: planned.trust, says: untrustedSentence(planned, approval) }
        : undefined;
    return [{ name, load, untrusted }];
  });
}
