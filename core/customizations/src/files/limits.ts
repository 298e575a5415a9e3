export interface FileLimits {
  readonly maxFileBytes: number;
  readonly maxEntries: number;
}

export const defaultFileLimits: FileLimits = { maxFileBytes: 1024 * 1024, maxEntries: 5000 };

export function tooLarge(maxFileBytes: number): string {
  return `It is larger than the ${Math.floor(maxFileBytes / 1024)} KiB that are read of one file. Make it smaller.`;
}

export function tooMany(maxEntries: number): string {
  return `It has more than the ${maxEntries} entries that are read of one folder. Move what doesn't belong there.`;
}
