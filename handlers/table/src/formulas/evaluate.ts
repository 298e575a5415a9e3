import { functionNamed } from './functions/catalog.ts';
import { single } from './functions/definition.ts';
import type { Operand, Scope } from './scope.ts';
import type { BinarySign, Node } from './syntax.ts';
import {
  asNumber,
  compareValues,
  dayLength,
  Failure,
  failures,
  finite,
  longestText,
  Moment,
  momentOf,
  textOfValue,
  type Value,
} from './value.ts';

export function evaluate(node: Node, scope: Scope): Value {
  return single(operandOf(node, scope));
}

/** Long texts cost more than their count, and so does whatever makes them. */
function operandOf(node: Node, scope: Scope): Operand {
  const result = partOf(node, scope);
  scope.spend(typeof result === 'string' ? 1 + (result.length >> 5) : 1);
  return result;
}

function partOf(node: Node, scope: Scope): Operand {
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'block':
      return node.single ? scope.read(node.block.top, node.block.left) : scope.area(node.block);
    case 'unary': {
      const number = asNumber(single(operandOf(node.of, scope)));
      if (number instanceof Failure) return number;
      if (node.sign === '%') return number / 100;
      return node.sign === '-' ? -number : number;
    }
    case 'binary':
      return combined(node.sign, single(operandOf(node.left, scope)), single(operandOf(node.right, scope)));
    default:
      return called(node, scope);
  }
}

function called({ name, given }: Extract<Node, { kind: 'call' }>, scope: Scope): Operand {
  const known = functionNamed(name);
  if (!known) return new Failure('#NAME?', `There is no function ${name.slice(0, 30)}.`);
  if (given.length < known.least || given.length > known.most)
    return new Failure('#VALUE!', `${name} needs ${wantedCount(known.least, known.most)}.`);
  // A single cell is a range of one here, so that text in it is passed over as in a longer one.
  const of = (node: Node | undefined): Operand => {
    if (node === undefined) return null;
    return node.kind === 'block' ? scope.area(node.block) : operandOf(node, scope);
  };
  return 'choose' in known ? known.choose(given, of) : known.run(given.map(of), scope);
}

function wantedCount(least: number, most: number): string {
  const plural = (count: number): string => `${count} argument${count === 1 ? '' : 's'}`;
  if (least === most) return least === 0 ? 'no arguments' : plural(least);
  return most >= 255 ? `at least ${plural(least)}` : `${least} to ${plural(most)}`;
}

function combined(sign: BinarySign, left: Value, right: Value): Value {
  if (left instanceof Failure) return left;
  if (right instanceof Failure) return right;
  switch (sign) {
    case '&': {
      const text = `${textOfValue(left, '.')}${textOfValue(right, '.')}`;
      return text.length > longestText ? failures.tooLong : text;
    }
    case '=':
      return compareValues(left, right) === 0;
    case '<>':
      return compareValues(left, right) !== 0;
    case '<':
      return compareValues(left, right) < 0;
    case '<=':
      return compareValues(left, right) <= 0;
    case '>':
      return compareValues(left, right) > 0;
    case '>=':
      return compareValues(left, right) >= 0;
    default:
      return calculated(sign, left, right);
  }
}

function calculated(sign: '+' | '-' | '*' | '/' | '^', left: Value, right: Value): Value {
  const moved = movedDate(sign, left, right);
  if (moved !== undefined) return moved;
  const [a, b] = [asNumber(left), asNumber(right)];
  if (a instanceof Failure) return a;
  if (b instanceof Failure) return b;
  switch (sign) {
    case '+':
      return finite(a + b);
    case '-':
      return finite(a - b);
    case '*':
      return finite(a * b);
    case '/':
      return b === 0 ? failures.division : finite(a / b);
    default:
      return finite(a ** b);
  }
}

/** A date and some days make another date; two dates differ by days. */
function movedDate(sign: string, left: Value, right: Value): Value | undefined {
  if (left instanceof Moment && right instanceof Moment)
    return sign === '-' ? (left.time - right.time) / dayLength : undefined;
  const [moment, other] = left instanceof Moment ? [left, right] : [right, left];
  if (!(moment instanceof Moment) || (sign !== '+' && !(sign === '-' && moment === left))) return undefined;
  const days = asNumber(other);
  if (days instanceof Failure) return days;
  return momentOf(moment.time + (sign === '-' ? -days : days) * dayLength);
}
