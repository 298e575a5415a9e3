/** A title that the host accepts: one line, not too long, not empty. The extension stays, as part of the name. */
export function titleOf(name: string): string {
  const line = name.replace(/\p{Cc}+/gu, ' ').trim();
  return line === '' ? 'Untitled' : shortened(line, 500);
}

export function fileNameOf(name: string): string {
  return shortened(name, 255);
}

/** Cut in the middle of the name, so that the ending, which decides on the type, is kept. */
function shortened(name: string, most: number): string {
  if (name.length <= most) return name;
  const ending = /\.[^.]{1,20}$/.exec(name)?.[0] ?? '';
  return name.slice(0, most - ending.length) + ending;
}
