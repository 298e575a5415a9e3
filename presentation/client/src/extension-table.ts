import {
  accessExtensions,
  allowanceExtensions,
  folderExtensions,
  reviewExtensions,
  workspaceSettingsExtensions,
  storageExtensions,
  artifactExtensions,
  attachmentExtensions,
  callExtensions,
  libraryExtensions,
  modelExtensions,
  agentExtensions,
  agentSignInExtensions,
  promptExtensions,
  searchExtensions,
  serverExtensions,
  sessionExtensions,
  pluginExtensions,
  serverSetupExtensions,
  typeExtensions,
  viewExtensions,
} from '@loggia/protocol';

/** Commands of Loggia's hosts beyond the protocol. */
export const extensions: typeof serverExtensions &
  typeof pluginExtensions &
  typeof serverSetupExtensions &
  typeof callExtensions &
  typeof promptExtensions &
  typeof artifactExtensions &
  typeof attachmentExtensions &
  typeof libraryExtensions &
  typeof searchExtensions &
  typeof typeExtensions &
  typeof viewExtensions &
  typeof allowanceExtensions &
  typeof folderExtensions &
  typeof reviewExtensions &
  typeof workspaceSettingsExtensions &
  typeof accessExtensions &
  typeof modelExtensions &
  typeof agentExtensions &
  typeof agentSignInExtensions &
  typeof sessionExtensions &
  typeof storageExtensions = {
  ...serverExtensions,
  ...pluginExtensions,
  ...serverSetupExtensions,
  ...callExtensions,
  ...promptExtensions,
  ...artifactExtensions,
  ...attachmentExtensions,
  ...libraryExtensions,
  ...searchExtensions,
  ...typeExtensions,
  ...viewExtensions,
  ...allowanceExtensions,
  ...folderExtensions,
  ...reviewExtensions,
  ...workspaceSettingsExtensions,
  ...accessExtensions,
  ...modelExtensions,
  ...agentExtensions,
  ...agentSignInExtensions,
  ...sessionExtensions,
  ...storageExtensions,
};
