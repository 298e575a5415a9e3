/** The facts about an artifact that is dragged from one part of the shell to another. */
export interface DraggedArtifact {
  readonly id: string;
  readonly workspace: string;
  readonly type: string;
  readonly title: string;
}

/** A private format: nothing else should understand it. */
const format = 'x-loggia-artifacts';

export function putArtifacts(data: DataTransfer, artifacts: readonly DraggedArtifact[]): void {
  data.setData(format, JSON.stringify(artifacts));
  data.setData('text', artifacts.map(({ title }) => title).join('\n'));
}

/** While something is dragged its data cannot be read, only what kinds it has. */
export function hasArtifacts(data: DataTransfer): boolean {
  return data.types.includes(format);
}

/** Any page can put something under that name, so only what looks right is taken. */
export function readArtifacts(data: DataTransfer): readonly DraggedArtifact[] {
  try {
    const given: unknown = JSON.parse(data.getData(format));
    return Array.isArray(given) ? given.filter(isDragged).slice(0, 500) : [];
  } catch {
    return [];
  }
}

function isDragged(value: unknown): value is DraggedArtifact {
  if (typeof value !== 'object' || value === null) return false;
  const { id, workspace, type, title } = value as Record<string, unknown>;
  return [id, workspace, type, title].every((part) => typeof part === 'string');
}
