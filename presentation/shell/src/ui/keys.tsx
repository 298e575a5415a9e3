import { keysOf } from '../commands/key-chord.ts';
import { isMac } from '../commands/use-commands.ts';

/** The keys of a chord, as they are printed on them. */
export function Keys({ chord }: { readonly chord: string }) {
  return (
    <span aria-hidden>
      {keysOf(chord, isMac).map((key) => (
        <kbd key={key} className="key">
          {key}
        </kbd>
      ))}
    </span>
  );
}
