import type { Dependencies, Formula } from './dependencies.ts';

interface Visit {
  readonly formula: Formula;
  readonly reads: Iterator<Formula>;
}

export interface Ordered {
  readonly formula: Formula;
  /** It depends on itself, maybe by way of others. */
  readonly isCyclic: boolean;
}

/**
 * Each formula after those it reads, and those that read each other together: the strongly connected components, as
 * Tarjan finds them, without recursion, because a column of running totals is as deep as it is long.
 */
export function* inOrder(
  dependencies: Dependencies,
  formulas: ReadonlySet<Formula>,
  spend: (steps: number) => void,
): Generator<Ordered> {
  const numbers = new Map<Formula, number>();
  const lowest = new Map<Formula, number>();
  const open: Formula[] = [];
  const isOpen = new Set<Formula>();
  const selfReading = new Set<Formula>();
  const visits: Visit[] = [];
  function visit(formula: Formula): void {
    numbers.set(formula, numbers.size);
    lowest.set(formula, numbers.size - 1);
    open.push(formula);
    isOpen.add(formula);
    visits.push({ formula, reads: readsOf(dependencies, formula, spend) });
  }
  const reach = (formula: Formula, number: number): void => {
    lowest.set(formula, Math.min(lowest.get(formula) ?? 0, number));
  };

  for (const first of formulas) {
    if (!numbers.has(first)) visit(first);
    for (let at = visits.at(-1); at !== undefined; at = visits.at(-1)) {
      const { formula, reads } = at;
      const { done, value: read } = reads.next();
      if (done !== true) {
        if (!formulas.has(read)) continue;
        if (read === formula) selfReading.add(read);
        if (!numbers.has(read)) visit(read);
        else if (isOpen.has(read)) reach(formula, numbers.get(read) ?? 0);
        continue;
      }
      visits.pop();
      const low = lowest.get(formula) ?? 0;
      const parent = visits.at(-1);
      if (parent) reach(parent.formula, low);
      if (low !== numbers.get(formula)) continue;
      const members = open.splice(open.lastIndexOf(formula));
      for (const member of members) isOpen.delete(member);
      for (const member of members)
        yield { formula: member, isCyclic: members.length > 1 || selfReading.has(member) };
    }
  }
}

function* readsOf(
  dependencies: Dependencies,
  { reads }: Formula,
  spend: (steps: number) => void,
): Generator<Formula> {
  for (const block of reads) yield* dependencies.formulasIn(block, spend);
}
