export { Changes, type ChangesPorts } from './changes.ts';
export { changesetKind } from './kind.ts';
