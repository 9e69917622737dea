import type { Gateway } from '../../notices/notices'

/** How the environment sets a gateway up. */
export interface GatewaySetup {
  /** The setting without which there is none. */
  readonly setting: string
  /** Returns what opens the gateway; null where it is not set up. */
  read(env: Readonly<NodeJS.ProcessEnv>): (() => Gateway) | null
  /** Returns what is wrong with its settings. */
  problems(env: Readonly<NodeJS.ProcessEnv>): readonly string[]
}
