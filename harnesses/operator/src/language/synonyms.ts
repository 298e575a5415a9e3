import { stemOf } from './words.ts';

/** Words that users and authors of tools use for the same thing. A word may be in several groups. */
const groups: readonly string[] = [
  'list listing enumerate',
  'find search lookup query locate grep',
  'create make new add',
  'remove delete erase drop',
  'folder directory dir',
  'change edit update modify',
  'write save store',
  'read open cat content',
  'move rename',
  'sum add plus total',
  'time clock',
  'run start trigger launch execute',
  'picture image photo logo',
  'env environment variable',
  'compress gzip zip',
  'info information detail metadata stat',
  'system computer machine cpu memory',
  'convert transform translate',
  'message text',
  'link url address website',
  'say echo repeat',
  'switch toggle turn',
  'summarise summarize summary',
  'send post submit',
  'fetch download retrieve',
  'map place location',
  'chart graph plot heatmap',
  'size big large small length',
];

const related: ReadonlyMap<string, ReadonlySet<string>> = relate();

function relate(): Map<string, Set<string>> {
  const map = new Map<string, Set<string>>();
  for (const group of groups) {
    const stems = group.split(' ').map(stemOf);
    for (const stem of stems) {
      const others = map.get(stem) ?? new Set();
      for (const other of stems) if (other !== stem) others.add(other);
      map.set(stem, others);
    }
  }
  return map;
}

/** Other stems that may be meant by this one. */
export function synonymsOf(stem: string): ReadonlySet<string> {
  return related.get(stem) ?? new Set();
}
