import type { Guidance } from '@loggia/sessions/harness';
import { SkillCatalog } from './skill-catalog.ts';

const neutral =
  'You work with a user in a conversation and may use the tools that are offered to you. ' +
  'Use a tool when it helps, and say plainly when something did not work.';

/** The system prompt: a short text of our own, then the instructions of customizations. */
export function systemPrompt({ persona, rules, skills }: Guidance, own: string = neutral): string {
  const catalog = new SkillCatalog(skills);
  const sections = [
    own,
    persona?.instructions,
    ...rules.map(
      ({ name, text, files }) => `# ${name}${files ? ` (for ${files.join(', ')})` : ''}\n\n${text}`,
    ),
    !catalog.isEmpty && catalog.section(),
  ];
  return sections.filter((section) => typeof section === 'string' && section.trim() !== '').join('\n\n');
}
