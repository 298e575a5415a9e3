/** Bytes as people say them. */
export function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  const step = Math.min(4, Math.floor(Math.log10(size) / 3));
  const value = size / 1000 ** step;
  return `${value >= 100 ? value.toFixed(0) : value.toFixed(1)} ${['B', 'kB', 'MB', 'GB', 'TB'][step]}`;
}
