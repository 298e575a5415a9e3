import type { DeclaredChild } from './loaded.ts';
import type { PluginTree } from './tree.ts';

/** Keeps the first part of each name; naming the same file twice is fine. */
export function withoutDoubles(
  tree: PluginTree,
  children: readonly DeclaredChild[],
): readonly DeclaredChild[] {
  const taken = new Map<string, DeclaredChild>();
  return children.filter((child) => {
    if (child.type === 'hook') return true;
    const key = `${child.type}/${child.name}`;
    const first = taken.get(key);
    if (first === undefined) taken.set(key, child);
    else if (first.file !== child.file) {
      tree.report(child.file, `${first.file} has the same name "${child.name}" and comes first. Rename one.`);
    }
    return first === undefined;
  });
}
