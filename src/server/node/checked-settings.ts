import { StartRefusal } from './operator-error'
import type { Environment } from './settings/environment'
import { type NodeSettings, readSettings } from './settings/settings'

/** Returns the settings; refuses with every one that is missing or faulty. */
export const checkedSettings = (env: Environment): NodeSettings => {
  const { settings, problems } = readSettings(env)
  if (problems.length > 0) throw new StartRefusal(['These settings are missing or wrong:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
  return settings
}

/**
 * Returns the settings for a tool that works on a database and lets nobody in, such as a backup: what a bank's portal needs beside its database
 * is demanded only where NODE_ENV says production, so that a schedule with DATABASE_URL alone goes on working.
 */
export const toolSettings = (env: Environment): NodeSettings => checkedSettings(env.NODE_ENV ? env : { ...env, NODE_ENV: 'development' })
