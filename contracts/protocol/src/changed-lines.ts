export {
  changedLinesOf,
  diffLines,
  hunksOf,
  linesInRange,
  linesOf,
  type ChangedLines,
  type DiffLine,
  type Hunk,
  type LineSpan,
} from './common/line-diff.ts';
export { isKeptChange, keptLinesOf, withKeptLines } from './extensions/kept-lines.ts';
