import { type Environment, type NodeSettings, readSettings } from './settings'
import { StartRefusal } from './start-refusal'

/** The settings; refuses with every one that is missing or faulty. What the portal refuses, its tools refuse too: they work on the same data. */
export const checkedSettings = (env: Environment): NodeSettings => {
  const { settings, problems } = readSettings(env)
  if (problems.length > 0) throw new StartRefusal(['These settings are missing or wrong:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
  return settings
}
