import { describe, expect, it } from 'vitest';
import { fillArguments, splitArguments } from './fill-arguments.ts';

describe('arguments of commands and skills', () => {
  it('D9: quotes hold words together, and an apostrophe does not', () => {
    expect(splitArguments(`  fix "the red  door" 'a b' it's a\\ b "say \\"hi\\"" ""`)).toEqual([
      'fix',
      'the red  door',
      'a b',
      "it's",
      'a b',
      'say "hi"',
      '',
    ]);
    expect(splitArguments('C:\\temp\\new "open')).toEqual(['C:\\temp\\new', '"open']);
    expect(splitArguments('   ')).toEqual([]);
  });

  it('D9: fills in all arguments as they were written', () => {
    expect(fillArguments('Fix $ARGUMENTS now. ($ARGUMENTS)', 'the "red" door')).toBe(
      'Fix the "red" door now. (the "red" door)',
    );
    expect(fillArguments('Fix $ARGUMENTS.', '')).toBe('Fix .');
  });

  it('D9: fills in single arguments, counted from 1 unless the text uses $0', () => {
    expect(fillArguments('$2 then $1', 'one "two three"')).toBe('two three then one');
    expect(fillArguments('$0 then $1', 'one two')).toBe('one then two');
    expect(fillArguments('$ARGUMENTS[1] of $1', 'one two')).toBe('two of one');
    expect(fillArguments('Issue $issue on $branch, $other', '12 main', ['issue', 'branch'])).toBe(
      'Issue 12 on main, $other',
    );
  });

  it("D9: leaves alone what isn't a placeholder, or has no argument", () => {
    expect(fillArguments('$1 and $3', 'one two')).toBe('one and $3');
    expect(fillArguments('Pay $10 or $1.50, in $HOME: \\$1, $$1 $ARGUMENTSX', 'x')).toBe(
      'Pay $10 or $1.50, in $HOME: $1, $$1 $ARGUMENTSX\n\nx',
    );
  });

  it('D9: never expands what was given as an argument', () => {
    expect(fillArguments('$1 $2', '$2 $ARGUMENTS $&')).toBe('$2 $ARGUMENTS');
    expect(fillArguments('$ARGUMENTS', "$& $' $1")).toBe("$& $' $1");
  });

  it('D9: appends the arguments to a text without placeholders', () => {
    expect(fillArguments('Sweep the floor.', 'the room')).toBe('Sweep the floor.\n\nthe room');
    expect(fillArguments('It costs $5.', 'today')).toBe('It costs $5.\n\ntoday');
    expect(fillArguments('Sweep the floor.', ' ')).toBe('Sweep the floor.');
  });
});
