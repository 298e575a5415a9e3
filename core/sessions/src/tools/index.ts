export { agentToolName, agentToolNames, type NameRules } from './agent-tool-names.ts';
export {
  chooseTools,
  toolBudget,
  toolsNamedIn,
  toolTokens,
  type ToolChoice,
  type ToolChoiceLimits,
} from './choose-tools.ts';
export { estimateTokens } from './estimate-tokens.ts';
export { foundTools, namesFound, searchTool, searchToolName, type FoundTools } from './search-tool.ts';
