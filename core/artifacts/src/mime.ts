import { invalid, quoted } from './refusals.ts';

const restricted = '[a-z0-9][a-z0-9!#$&^_.+-]{0,126}';
const pattern = new RegExp(`^${restricted}/${restricted}$`);

/** The type normalized for comparison: lower case, without parameters. */
export function normalType(type: string): string {
  const lower = type.trim().toLowerCase();
  if (!pattern.test(lower)) {
    throw invalid(
      `${quoted(type)} isn't a content type. Write it as category/subtype, without wildcard or parameters.`,
    );
  }
  return lower;
}
