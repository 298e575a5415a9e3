import type { Guidance } from '@loggia/sessions/harness';

const neutral =
  'You work with a user in a conversation and may use the tools that are offered to you. ' +
  'Use a tool when it helps, and say plainly when something did not work.';

/** What stands in front of a conversation: little of our own, then what customizations bring. */
export function systemPrompt({ persona, rules, skills }: Guidance, own: string = neutral): string {
  const offered = skills.filter(({ forModel }) => forModel);
  const sections = [
    own,
    persona?.instructions,
    ...rules.map(({ name, text }) => `# ${name}\n\n${text}`),
    offered.length > 0 &&
      `# Skills\n\nRead one with \`read_skill\` before you do what it is about.\n\n${offered
        .map(({ name, description }) => `- ${name}: ${description}`)
        .join('\n')}`,
  ];
  return sections.filter((section) => typeof section === 'string' && section.trim() !== '').join('\n\n');
}
