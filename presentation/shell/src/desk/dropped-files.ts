/** A file, and the folder it lay in where one was dropped. */
export interface FoundFile {
  readonly file: File;
  /** Such as `reports/2026/march.pdf`. */
  readonly path: string;
}

export interface Found {
  readonly files: readonly FoundFile[];
  /** There were more than anybody means to drop at once. */
  readonly isCut: boolean;
  /** Files that could not be read, by their path. */
  readonly unreadable: readonly string[];
}

export const mostFiles = 5000;
const deepest = 32;
/** Files that file managers leave behind in folders. */
const litter = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** The needed part of a drop's items. Browsers discard the items as soon as the event is over. */
type DroppedItem = Pick<DataTransferItem, 'kind' | 'getAsFile' | 'webkitGetAsEntry'>;

/** Files among what is dragged; the names of files cannot be seen before the drop. */
export function hasFiles(data: Pick<DataTransfer, 'types'>): boolean {
  return data.types.includes('Files');
}

/**
 * The files of a drop, including those in folders, without their content. Call it while the event is handled; the
 * result comes later.
 */
export function filesIn(items: Iterable<DroppedItem>): Promise<Found> {
  const roots: (FileSystemEntry | File)[] = [];
  for (const item of items) {
    if (item.kind !== 'file') continue;
    const root = item.webkitGetAsEntry() ?? item.getAsFile();
    if (root !== null) roots.push(root);
  }
  return collect(roots);
}

async function collect(roots: readonly (FileSystemEntry | File)[]): Promise<Found> {
  const files: FoundFile[] = [];
  const unreadable: string[] = [];
  let isCut = false;
  const add = (found: FoundFile): void => {
    if (litter.has(found.file.name)) return;
    if (files.length < mostFiles) files.push(found);
    else isCut = true;
  };
  const visit = async (entry: FileSystemEntry, depth: number): Promise<void> => {
    if (isCut) return;
    const path = entry.fullPath.replace(/^\/+/, '');
    try {
      if (entry.isFile) add({ file: await fileOf(entry as FileSystemFileEntry), path });
      else if (depth >= deepest) isCut = true;
      else
        for await (const child of childrenOf(entry as FileSystemDirectoryEntry))
          await visit(child, depth + 1);
    } catch {
      unreadable.push(path);
    }
  };
  for (const root of roots) {
    if (root instanceof File) add({ file: root, path: root.name });
    else await visit(root, 0);
  }
  return { files, isCut, unreadable };
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader hands out a folder in portions; an empty one is the last. */
async function* childrenOf(entry: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = entry.createReader();
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (portion.length === 0) return;
    yield* portion;
  }
}

/** The files of a file picker, in the same form as a drop. */
export function pickedFiles(list: Iterable<File>): Found {
  const all = [...list].filter(({ name }) => !litter.has(name));
  return {
    files: all.slice(0, mostFiles).map((file) => ({ file, path: file.webkitRelativePath || file.name })),
    isCut: all.length > mostFiles,
    unreadable: [],
  };
}
